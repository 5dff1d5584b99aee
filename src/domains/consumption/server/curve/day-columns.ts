/** Returns the values of a column, to be sent as one array. */
export function columnOf<Row, Name extends keyof Row>(days: readonly Row[], name: Name): Row[Name][] {
  return days.map((day) => day[name])
}

/**
 * Returns the arrays of a column as texts: arrays of different lengths are not a matrix, so each is converted back to an
 * array in the statement.
 */
export function listArrays<Name extends string>(
  days: readonly Record<Name, readonly (number | null)[] | null>[],
  name: Name,
): (string | null)[] {
  return days.map((day) => {
    const values = day[name]
    return values && `{${values.map((value) => value ?? 'null').join(',')}}`
  })
}
