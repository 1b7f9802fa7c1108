(function () {
  "use strict";
  const root = document.body.dataset.root;

  // The theme.
  document.getElementById("theme").addEventListener("click", () => {
    const html = document.documentElement;
    const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    const theme = (html.dataset.theme || system) === "dark" ? "light" : "dark";
    html.dataset.theme = theme;
    try {
      localStorage.setItem("theme", theme);
    } catch (error) {
      // The choice lasts as long as the page.
    }
  });

  // Copying code.
  async function copy(text) {
    if (navigator.clipboard && window.isSecureContext) {
      try {
        await navigator.clipboard.writeText(text);
        return true;
      } catch (error) {
        // A page without focus or permission falls back to the selection.
      }
    }
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return copied;
  }
  for (const button of document.querySelectorAll("button.copy")) {
    button.addEventListener("click", async () => {
      const code = button.parentElement.querySelector("code").textContent;
      button.textContent = (await copy(code)) ? "Copied" : "Failed";
      setTimeout(() => (button.textContent = "Copy"), 2000);
    });
  }

  // The heading in view, in the list on the right.
  const links = new Map();
  for (const link of document.querySelectorAll("aside a")) {
    links.set(decodeURIComponent(link.hash.slice(1)), link);
  }
  const headings = [...document.querySelectorAll("main h2, main h3")];
  function mark() {
    let current = headings[0];
    for (const heading of headings) {
      if (heading.getBoundingClientRect().top < 120) {
        current = heading;
      }
    }
    for (const [id, link] of links) {
      link.classList.toggle("current", current !== undefined && id === current.id);
    }
  }
  addEventListener("scroll", mark, { passive: true });
  mark();

  // The search. Each word must occur in a page; words in titles count more.
  const search = document.getElementById("search");
  const results = document.getElementById("results");
  const navigation = document.getElementById("navigation");
  function find(query) {
    const words = query.toLowerCase().split(/\s+/).filter((word) => word !== "");
    const found = [];
    for (const page of window.searchPages) {
      let score = 0;
      for (const word of words) {
        const inTitle = page.title.toLowerCase().includes(word);
        const inHeadings = page.headings.some((heading) => heading.text.toLowerCase().includes(word));
        const inText = page.text.toLowerCase().includes(word);
        if (!inTitle && !inHeadings && !inText) {
          score = -1;
          break;
        }
        score += (inTitle ? 100 : 0) + (inHeadings ? 10 : 0) + (inText ? 1 : 0);
      }
      if (score > 0) {
        found.push({ page, score });
      }
    }
    return found.sort((a, b) => b.score - a.score || a.page.title.localeCompare(b.page.title));
  }
  function excerpt(page, query) {
    const word = query.toLowerCase().split(/\s+/).find((it) => page.text.toLowerCase().includes(it));
    const at = word ? page.text.toLowerCase().indexOf(word) : 0;
    return page.text.slice(Math.max(0, at - 40), at + 80);
  }
  function show() {
    const query = search.value.trim();
    navigation.hidden = query !== "";
    results.hidden = query === "";
    results.replaceChildren();
    if (query === "") {
      return;
    }
    for (const { page } of find(query)) {
      const link = document.createElement("a");
      link.href = root + page.path;
      const title = document.createElement("strong");
      title.textContent = page.title;
      const kind = document.createElement("span");
      kind.className = "kind";
      kind.textContent = page.kind;
      const text = document.createElement("small");
      text.textContent = excerpt(page, query);
      link.append(title, " ", kind, text);
      const item = document.createElement("li");
      item.append(link);
      results.append(item);
    }
    if (results.childElementCount === 0) {
      const item = document.createElement("li");
      item.textContent = "Nothing found";
      results.append(item);
    }
  }
  search.addEventListener("input", show);
  search.addEventListener("keydown", (event) => {
    const first = results.querySelector("a");
    if (event.key === "Enter" && first) {
      first.click();
    } else if (event.key === "Escape") {
      search.value = "";
      show();
    }
  });
  addEventListener("keydown", (event) => {
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    }
  });
})();
