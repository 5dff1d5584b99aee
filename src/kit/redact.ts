const redactions: readonly [form: RegExp, instead: string][] = [
  [/https?:\/\/[^\s'"<>)]+/g, '<address>'],
  [/[^\s@'"<>(]+@[^\s@'"<>)]+\.[a-z]{2,}/gi, '<mail>'],
  [/"[^"]*"|'[^']*'|`[^`]*`|«[^»]*»/g, '<text>'],
  // Contract numbers, telephone numbers, identity documents, CUPS and IBANs have at least this many digits.
  [/\b[A-Z]{0,2}\d(?:[A-Z]?[ -]?\d){3,}[A-Z]{0,2}\b/gi, '<number>'],
]
const maxLength = 300

/**
 * Returns the message of an error without the addresses, texts and numbers that it may quote, since they can be
 * personal data.
 */
export function redact(message: string): string {
  return redactions.reduce((text, [form, instead]) => text.replace(form, instead), message).slice(0, maxLength)
}
