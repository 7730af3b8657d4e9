"""Make docs/page.png: the real page over data/, after one question.

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
QUESTION = "What speedup does QuantSpec deliver?"
PORT = 7899


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Assistant.open(folder) as assistant:
        assistant.add(ROOT / "data")
        app = launch(assistant, port=PORT)
        with sync_playwright() as playwright:
            chromium = shutil.which("chromium") or shutil.which("google-chrome")
            browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 800})
            page.goto(f"http://127.0.0.1:{PORT}")
            box = page.get_by_role("textbox").first
            box.fill(QUESTION)
            box.press("Enter")
            page.locator("mark").first.wait_for()
            page.wait_for_timeout(500)
            page.screenshot(path=ROOT / "docs" / "page.png")
            browser.close()
        app.close()


if __name__ == "__main__":
    main()
