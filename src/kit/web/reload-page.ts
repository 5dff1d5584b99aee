/** Loads the page anew, so that nothing of another session stays in it and the server decides where to go on. */
export function reloadPage() {
  window.location.reload()
}
