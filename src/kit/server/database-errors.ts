/** The SQLSTATE of what a database answered; empty when it is none of its errors. */
export function sqlStateOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && code.length === 5 ? code : ''
}

/** Whether the database has refused a value: what cannot be (22), what may not be (23), what is too much (54), what we forbid (P0). */
export function isValueRefused(error: unknown): boolean {
  return /^(22|23|54|P0)/.test(sqlStateOf(error))
}
