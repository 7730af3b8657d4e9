// A pressed example asks its own text.
element.addEventListener("click", (event) => {
  const button = event.target.closest(".pc-example");
  if (button) trigger("select", { question: button.textContent });
});
