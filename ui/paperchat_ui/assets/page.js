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
  const chat = document.getElementById("pc-chat");
  if (!chat) return;
  const seen = { subtree: true, childList: true, attributeFilter: ["aria-label"] };
  new MutationObserver(() => name(chat)).observe(chat, seen);
  name(chat);
}
