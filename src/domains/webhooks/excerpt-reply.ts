/** Enough of a reply to show why its server rejected the event. */
const maxExcerptLength = 300
/** How much of a reply is processed: more than is stored, so that no personal value is cut beyond recognition. */
export const maxReadLength = 1_000

const personalFieldNames =
  'name|nom|surname|apellid|address|adre|direcc|phone|tel|movil|mail|nif|nie|dni|tax|iban|account|cups'
const personalMemberPattern = new RegExp(
  `("[^"]*(?:${personalFieldNames})[^"]*"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|\\d+)`,
  'gi',
)
const mailPattern = /[^\s@<>"'(),;:=]+@[^\s@<>"'(),;]+/g
/**
 * Event ids and instants, which are kept, or sequences of as many digits as accounts, phone numbers, tax ids and supply
 * points have.
 */
const numberPattern =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?|\+?\b[A-Z]{0,3}\d(?:[ .-]?\d){5,}(?:[A-Z][\dA-Z]*|[ -][A-Z]\b)?/gi

/**
 * Returns the beginning of a reply for storage, without e-mail addresses, long numbers, and the values of JSON members
 * with names of personal data. Events contain none of these, so only data added by the other system is lost.
 */
export function excerptReply(beginning: string): string {
  return (
    beginning
      .slice(0, maxReadLength)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff]/g, ' ')
      .replace(personalMemberPattern, '$1"…"')
      .replace(mailPattern, '…')
      .replace(numberPattern, (match) => (/^(?:\d{4}-\d\d-\d\d|[\da-f]{8}-[\da-f]{4}-)/i.test(match) ? match : '…'))
      .slice(0, maxExcerptLength)
      .trim()
  )
}
