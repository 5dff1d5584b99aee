/** Returns the list offset from the URL, or 0 if it is invalid. */
export function readOffset({ offset }: { offset?: string }): number {
  const parsed = Number(offset)
  return Number.isInteger(parsed) && parsed > 0 ? parsed : 0
}
