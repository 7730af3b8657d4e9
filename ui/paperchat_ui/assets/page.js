() => {
  // The chat component labels a message with its HTML source, and one of its buttons with nothing.
  // A screen reader should hear what they are.
  const labels = { user: "You asked", bot: "Answer" };
  function setLabel(node, label) {
    if (node.getAttribute("aria-label") !== label) node.setAttribute("aria-label", label);
  }
  function name(chat) {
    chat.querySelectorAll("[data-testid=user], [data-testid=bot]").forEach((message) => {
      message.setAttribute("role", "group");
      setLabel(message, labels[message.dataset.testid]);
    });
    chat.querySelectorAll("button").forEach((button) => {
      const named = button.textContent.trim() || button.getAttribute("aria-label") || button.title;
      if (!named) setLabel(button, "Scroll to the newest message");
    });
  }
  // A new question goes to the top, and stays there while its answer grows, so that the answer is
  // read from its beginning; until the reader scrolls.
  let asked = 0;
  let held = false;
  function follow(chat) {
    const questions = chat.querySelectorAll("[data-testid=user]");
    if (questions.length > asked) held = true;
    asked = questions.length;
    if (!held || !asked) return;
    const last = questions[asked - 1];
    const wrap = last.closest(".bubble-wrap");
    wrap.scrollTop += last.getBoundingClientRect().top - wrap.getBoundingClientRect().top - 8;
  }
  const chat = document.getElementById("pc-chat");
  if (!chat) return;
  const seen = { subtree: true, childList: true, attributeFilter: ["aria-label"] };
  new MutationObserver(() => {
    name(chat);
    follow(chat);
  }).observe(chat, seen);
  for (const moved of ["wheel", "touchmove", "keydown", "pointerdown"])
    chat.addEventListener(moved, () => (held = false), { passive: true });
  document.addEventListener("click", (event) => {
    if (event.target.closest("#pc-bar .pc-do, #pc-retry")) held = true;
  });
  name(chat);
}
