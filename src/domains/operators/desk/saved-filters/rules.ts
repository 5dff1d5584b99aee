/** The maximum number of saved filters of an operator in one list. */
export const maxSavedFilters = 20

/**
 * Returns the filters of a list as a query to be saved, in a fixed order. The search text, which may be the name of a
 * person, and the position in the list are left out.
 */
export function savedQueryOf(view: Readonly<Record<string, string | number | undefined>>): string {
  const filters = Object.entries(view).flatMap(([name, value]) =>
    value === undefined || value === '' || name === 'q' || name === 'offset'
      ? []
      : [[name, String(value)] as [string, string]],
  )
  return String(new URLSearchParams(filters.sort(([one], [other]) => (one < other ? -1 : 1))))
}
