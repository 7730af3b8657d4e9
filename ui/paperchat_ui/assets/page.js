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
  // Text on the clipboard. Away from localhost a browser grants that to https alone; there the old
  // way is left.
  async function copied(text) {
    if (navigator.clipboard && window.isSecureContext)
      return navigator.clipboard.writeText(text).then(() => true, () => false);
    const box = document.createElement("textarea");
    box.value = text;
    document.body.appendChild(box);
    box.select();
    const done = document.execCommand("copy");
    box.remove();
    return done;
  }
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button || button.dataset.label) return;
    const name = button.getAttribute("aria-label");
    const tell = (label, spoken) => {
      button.textContent = label;
      button.setAttribute("aria-label", spoken);
    };
    button.dataset.label = button.textContent;
    button.setAttribute("aria-live", "polite");
    const told = (await copied(button.dataset.copy)) ? "Copied" : "Could not copy";
    tell(told, told);
    setTimeout(() => {
      tell(button.dataset.label, name);
      delete button.dataset.label;
    }, 1500);
  });
  // From the keyboard: Escape in the question box stops the answer, and a button that goes away
  // once it is pressed leaves the reader in the box.
  const box = () => document.querySelector("#pc-question textarea");
  document.addEventListener("keydown", (event) => {
    const stop = document.getElementById("pc-stop");
    if (event.key === "Escape" && stop && event.target === box()) stop.click();
  });
  // A question sent while another is answered waits in its box, and goes when the answer is there.
  const next = document.createElement("p");
  next.className = "pc-next";
  next.setAttribute("role", "status");
  box().closest(".pc-ask").after(next);
  const wait = (waits) => (next.textContent = waits ? "Asked next, once this answer is complete." : "");
  box().addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    wait(document.getElementById("pc-stop") && box().value.trim());
  });
  box().addEventListener("input", () => wait(false));
  new MutationObserver(() => {
    const send = document.getElementById("pc-send");
    if (!next.textContent || !send || document.getElementById("pc-stop")) return;
    wait(false);
    let tries = 20; // a press is lost until the events of this answer are over
    const pressing = setInterval(() => {
      const asked = !box().value.trim() || document.getElementById("pc-stop");
      if (asked || tries-- === 0) clearInterval(pressing);
      else send.click();
    }, 150);
  }).observe(document.querySelector(".pc-ask"), { childList: true, subtree: true });
  document.addEventListener("click", (event) => {
    const going = event.target.closest("#pc-bar .pc-do, .pc-example, #pc-stop, #pc-clear, #pc-send");
    if (going && event.detail === 0) box().focus();
  });
  // A page that comes back (gradio reloads it once a lost server is there again) still holds what
  // was being typed.
  const DRAFT = "paperchat-draft";
  let draft = null;
  try {
    const kept = sessionStorage;
    draft = kept.getItem(DRAFT);
    window.addEventListener("pagehide", () => kept.setItem(DRAFT, box().value));
  } catch {
    // The reader's settings bar what is kept.
  }
  if (draft && !box().value) {
    box().value = draft;
    box().dispatchEvent(new Event("input", { bubbles: true }));
  }
  name(chat);
}
