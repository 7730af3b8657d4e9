(stored) => {
  // A tab keeps its own conversation; the last one of all is there for a browser opened anew.
  const text = JSON.stringify(stored);
  for (const name of ["sessionStorage", "localStorage"]) {
    try {
      window[name].setItem("paperchat-conversation", text);
    } catch {
      // It is full, or the reader's settings bar it: the talk goes on, and is not kept.
    }
  }
}
