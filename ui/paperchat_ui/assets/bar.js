// The bar under the conversation: a button says what it does, and to what.
element.addEventListener("click", (event) => {
  const button = event.target.closest(".pc-do");
  if (button) trigger("select", { do: button.dataset.do, value: button.dataset.value });
});
