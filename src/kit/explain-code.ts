/** The texts of a namespace, as far as they are loaded. */
type Texts = unknown

/**
 * Returns the message of the first namespace that has one for any of the codes under `refusals` or `fieldErrors`,
 * trying the codes in order.
 */
export function explainCode(
  part: 'refusals' | 'fieldErrors',
  codes: readonly string[],
  namespaces: readonly Texts[],
): string | undefined {
  // A code from an upstream server may be the name of a property that every object inherits.
  const parts = namespaces.map((texts) => (texts as Record<string, Record<string, string>> | undefined)?.[part] ?? {})
  const sentences = parts.flatMap((each) => codes.filter((code) => Object.hasOwn(each, code)).map((code) => each[code]))
  return sentences.find(Boolean)
}

/**
 * Returns the message for a field error code, which may carry a figure after a colon. Undefined where no namespace
 * explains the code.
 */
export function explainFieldCode(code: string, locale: string, namespaces: readonly Texts[]): string | undefined {
  const [name = '', figure] = code.split(':')
  // A namespace's own message, with or without the figure, takes precedence over those of the next namespace.
  const codes = figure === undefined ? [name] : [`${name}_figure`, name]
  const formatted = new Intl.NumberFormat(locale).format(Number(figure))
  return explainCode('fieldErrors', codes, namespaces)?.replace('{figure}', formatted)
}
