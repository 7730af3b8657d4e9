(stored) => {
  // A tab keeps its own conversation; the last one of all is there for a browser opened anew.
  const text = JSON.stringify(stored);
  for (const kept of [sessionStorage, localStorage]) kept.setItem("paperchat-conversation", text);
}
