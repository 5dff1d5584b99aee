const blanks: readonly [form: RegExp, instead: string][] = [
  [/https?:\/\/[^\s'"<>)]+/g, '<address>'],
  [/[^\s@'"<>(]+@[^\s@'"<>)]+\.[a-z]{2,}/gi, '<mail>'],
  [/"[^"]*"|'[^']*'|`[^`]*`|«[^»]*»/g, '<text>'],
  // Numbers of contracts, telephones, identity documents, CUPS and IBANs have at least so many digits.
  [/\b[A-Z]{0,2}\d(?:[A-Z]?[ -]?\d){3,}[A-Z]{0,2}\b/gi, '<number>'],
]
const longest = 300

/** The words of an error without what it may quote: addresses, texts and numbers that are somebody's. */
export function blanked(message: string): string {
  return blanks.reduce((text, [form, instead]) => text.replace(form, instead), message).slice(0, longest)
}
