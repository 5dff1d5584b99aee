/** The texts of a namespace, as far as they are known. */
type Texts = unknown

/** The sentence of the first of some codes that the first of some namespaces explains under `refusals` or `fieldErrors`. */
export function explained(
  part: 'refusals' | 'fieldErrors',
  codes: readonly string[],
  namespaces: readonly Texts[],
): string | undefined {
  // A code of another server's may be a word that every object knows.
  const parts = namespaces.map((texts) => (texts as Record<string, Record<string, string>> | undefined)?.[part] ?? {})
  const sentences = parts.flatMap((each) => codes.filter((code) => Object.hasOwn(each, code)).map((code) => each[code]))
  return sentences.find(Boolean)
}

/** The sentence for what is wrong with a field; its code may carry a figure behind a colon. Undefined where none explains it. */
export function explainedField(code: string, locale: string, namespaces: readonly Texts[]): string | undefined {
  const [name = '', figure] = code.split(':')
  // A namespace's own words for the code come before those of the next, with or without the figure.
  const codes = figure === undefined ? [name] : [`${name}_figure`, name]
  const formatted = new Intl.NumberFormat(locale).format(Number(figure))
  return explained('fieldErrors', codes, namespaces)?.replace('{figure}', formatted)
}
