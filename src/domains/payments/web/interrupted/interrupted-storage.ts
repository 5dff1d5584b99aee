/** The storage key for what was being paid in a tab when its page was reloaded. */
export const interruptedName = 'paying'

/** Checks whether this tab has stored anything under a name. Storage may be unavailable. */
export function hasStoredItem(name: string): boolean {
  try {
    return sessionStorage.getItem(name) !== null
  } catch {
    return false
  }
}
