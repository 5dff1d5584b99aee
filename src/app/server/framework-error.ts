/**
 * The HTTP status that the framework gives an error of its own, such as a body that is no JSON or a server that sheds load;
 * 500 for anything else. Libraries put the status that another system answered on their errors too, and that one is
 * nothing that whoever asks us could mend.
 */
export function frameworkStatusOf(error: unknown): number {
  const { code, statusCode } = (error ?? {}) as { code?: unknown; statusCode?: unknown }
  // Its parsers, and ours, throw a syntax error at a body that they do not read.
  const isOfFramework = (typeof code === 'string' && code.startsWith('FST_')) || error instanceof SyntaxError
  return isOfFramework && typeof statusCode === 'number' ? statusCode : 500
}
