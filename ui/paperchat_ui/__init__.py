"""The chat page of paperchat: `paperchat_ui.app` builds and serves it.

Importing this package loads nothing: gradio is imported by `app`, and nothing is built before
`build_app` is called.
"""
