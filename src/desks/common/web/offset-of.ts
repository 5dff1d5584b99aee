/** Where a page of a list begins, as its address says; at the first row where it makes no sense. */
export function offsetOf({ offset }: { offset?: string }): number {
  const read = Number(offset)
  return Number.isInteger(read) && read > 0 ? read : 0
}
