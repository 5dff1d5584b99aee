/** Enough of a reply to see what its server has against the event. */
const longestCut = 300
/** What is looked at of a reply: more than is kept, so that nothing is cut into halves that nobody knows any more. */
export const longestLook = 1_000

const ofPersons = 'name|nom|surname|apellid|address|adre|direcc|phone|tel|movil|mail|nif|nie|dni|tax|iban|account|cups'
const member = new RegExp(`("[^"]*(?:${ofPersons})[^"]*"\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|\\d+)`, 'gi')
const mail = /[^\s@<>"'(),;:=]+@[^\s@<>"'(),;]+/g
/** Ids of events and instants, which stay, or else so many digits as accounts, telephones, tax ids and supply points have. */
const digits =
  /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b|\b\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?|\+?\b[A-Z]{0,3}\d(?:[ .-]?\d){5,}(?:[A-Z][\dA-Z]*|[ -][A-Z]\b)?/gi

/**
 * The beginning of a reply as it is kept: without mail addresses, long numbers, and what members of JSON have that are named
 * like something of a person. We send none of these, so that only what the other system adds of its own is lost.
 */
export function replyCut(beginning: string): string {
  return (
    beginning
      .slice(0, longestLook)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
      .replace(/[\u0000-\u0008\u000b-\u001f\u007f\ud800-\udfff]/g, ' ')
      .replace(member, '$1"…"')
      .replace(mail, '…')
      .replace(digits, (found) => (/^(?:\d{4}-\d\d-\d\d|[\da-f]{8}-[\da-f]{4}-)/i.test(found) ? found : '…'))
      .slice(0, longestCut)
      .trim()
  )
}
