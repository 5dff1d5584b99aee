/**
 * Returns the HTTP status that the framework assigns to its own errors, such as a body that is not JSON or a server
 * that sheds load; 500 for anything else. Libraries also put the status of another system's answer on their errors,
 * which the client cannot fix.
 */
export function frameworkStatusOf(error: unknown): number {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  // The parsers of the framework, and ours, throw a syntax error for a body that they cannot parse.
  const isOfFramework = (typeof code === 'string' && code.startsWith('FST_')) || error instanceof SyntaxError
  return isOfFramework && typeof statusCode === 'number' ? statusCode : 500
}
