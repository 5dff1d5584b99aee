/** Under which name a tab stores what was being paid when its page was loaded anew. */
export const interruptedName = 'paying'

/** Whether this tab stores anything under a name; a browser may store nothing. */
export function isStored(name: string): boolean {
  try {
    return sessionStorage.getItem(name) !== null
  } catch {
    return false
  }
}
