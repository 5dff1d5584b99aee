/** Reloads the page, so that nothing of another session stays in memory and the server decides which page follows. */
export function reloadPage() {
  window.location.reload()
}
