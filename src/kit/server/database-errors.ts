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

/**
 * Returns the name of the constraint that a statement has violated. An error that another node has passed on names it in
 * its message only, with the number of its part of the table.
 */
export function constraintOf(error: unknown): string | undefined {
  const { constraint, message } = error as { constraint?: string; message?: string }
  return constraint ?? /constraint "(\w+?)(?:_\d{6,})?"/.exec(message ?? '')?.[1]
}
