/** Returns the result, or null where a figure is not known: what calculates a bill throws a RangeError then. */
export function nullIfUnknown<Counted>(count: () => Counted): Counted | null {
  try {
    return count()
  } catch (problem) {
    if (problem instanceof RangeError) return null
    throw problem
  }
}
