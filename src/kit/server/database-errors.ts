/** Returns the SQLSTATE of a database error; empty for any other error. */
export function sqlStateOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.length === 5 ? code : ''
}

/**
 * Checks whether the database has rejected a value: invalid data (22), an integrity constraint (23), a program limit
 * (54), or an exception that our own SQL raises (P0).
 */
export function isValueRefused(error: unknown): boolean {
  return /^(22|23|54|P0)/.test(sqlStateOf(error))
}
