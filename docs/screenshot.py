"""Make docs/page.png: the real page over data/, after a short conversation.

    python docs/screenshot.py

Needs Chromium and the extras `offline` and `test`.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from paperchat import Assistant
from paperchat_ui.app import launch

ROOT = Path(__file__).parent.parent
QUESTIONS = ("What speedup does QuantSpec deliver?", "And ShadowKV?", "Compare the two on memory")
PORT = 7899


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Assistant.open(folder) as assistant:
        assistant.add(ROOT / "data")
        app = launch(assistant, port=PORT)
        with sync_playwright() as playwright:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 900})
            page.goto(f"http://127.0.0.1:{PORT}")
            box = page.get_by_label("Your question")
            for at, question in enumerate(QUESTIONS):
                box.fill(question)
                box.press("Enter")
                page.locator(".pc-answer").nth(at).locator("a.cite").first.wait_for()
                page.get_by_role("button", name="Send").wait_for()
            page.get_by_role("table").wait_for()
            page.wait_for_timeout(500)
            page.screenshot(path=ROOT / "docs" / "page.png")
            browser.close()
        app.close()


if __name__ == "__main__":
    main()
