// Runs before the page is shown, so that it never appears in the other colours.
(function () {
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch (error) {
    // Some browsers give local files no storage.
  }
  if (theme === "light" || theme === "dark") {
    document.documentElement.dataset.theme = theme;
  }
})();
