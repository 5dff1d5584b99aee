/**
 * Returns the path of a text that no database column can hold: one with a NUL character or an unpaired surrogate.
 * Undefined when there is none.
 */
export function findInvalidDbText(input: unknown): readonly string[] | undefined {
  if (typeof input === 'string') return isInvalid(input) ? [] : undefined
  if (typeof input !== 'object' || input === null) return undefined
  for (const name of Object.keys(input)) {
    if (isInvalid(name)) return []
    const pathBelow = findInvalidDbText((input as Record<string, unknown>)[name])
    if (pathBelow) return [name, ...pathBelow]
  }
  return undefined
}

function isInvalid(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed()
}
