"use strict";

/** Asks again and again how the run stands, until nobody answers any more. */
(function () {
  const PAUSE = 1000;
  let have = 0;
  let results = [];

  function show(state) {
    const facts = document.getElementById("facts");
    facts.textContent = "";
    for (const [term, value] of Object.entries(state.facts)) {
      const entry = facts.appendChild(document.createElement("div"));
      entry.appendChild(document.createElement("dt")).textContent = term;
      entry.appendChild(document.createElement("dd")).textContent = value;
    }
    const bar = document.getElementById("fraction");
    if (state.fraction === null) bar.removeAttribute("value");
    else bar.value = state.fraction;
    if (state.version !== have) {
      have = state.version;
      results = state.results || [];
    }
    Report.update(results.concat(state.pictures));
  }

  async function ask() {
    let state;
    try {
      const answer = await fetch("state.json?have=" + have, { cache: "no-store" });
      state = await answer.json();
    } catch (error) {
      const over = document.getElementById("over");
      over.textContent = "The run has ended, or its computer cannot be reached. What is shown is how it stood last.";
      over.hidden = false;
      return;
    }
    show(state);
    setTimeout(ask, PAUSE);
  }

  ask();
})();
