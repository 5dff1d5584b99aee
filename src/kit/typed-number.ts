/** How a field reads numbers: its language, how many decimals it takes, and between which values both readings of a text are weighed. */
export type TypedNumberOptions = {
  /** The language of the page: of one mark before three digits it says which one parts decimals. */
  locale: string
  decimals: number
  least?: number
  most?: number
}

/** What a text in a number field says. Numbers are exact decimals with a point: `2500.5`. */
export type TypedNumber =
  | { kind: 'empty' }
  | { kind: 'invalid' }
  | { kind: 'number'; decimal: string }
  | { kind: 'ambiguous'; grouped: string; decimal: string }

const groupMarks = ".,\\s'’"
const wholePattern = /^\d+$/
const groupedPattern = new RegExp(`^[1-9]\\d{0,2}([${groupMarks}])\\d{3}(?:\\1\\d{3})*$`)

/**
 * Reads a number that somebody typed, in the one way of all forms. Two kinds of marks are thousands and then decimals; a mark that
 * comes again parts thousands; a mark before anything but three digits parts decimals. One mark before three digits is what the
 * language makes of it where that is its decimal mark; otherwise it can be both, and is asked back unless only one is possible here.
 */
export function readTypedNumber(text: string, options: TypedNumberOptions): TypedNumber {
  const trimmed = text.trim().replace('−', '-')
  if (trimmed === '') return { kind: 'empty' }
  const isNegative = trimmed.startsWith('-')
  const read = readUnsigned(isNegative ? trimmed.slice(1).trim() : trimmed, options)
  if (!isNegative) return read
  return read.kind === 'number' ? { kind: 'number', decimal: `-${read.decimal}` } : { kind: 'invalid' }
}

/** The number where there is exactly one reading that is not negative, else null; as a decimal with a point. */
export function typedDecimalOf(text: string, options: TypedNumberOptions): string | null {
  const read = readTypedNumber(text, options)
  return read.kind === 'number' && !read.decimal.startsWith('-') ? read.decimal : null
}

function readUnsigned(text: string, options: TypedNumberOptions): TypedNumber {
  if (wholePattern.test(text)) return { kind: 'number', decimal: withoutLeadingZeros(text) }
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const [before, after] = last < 0 ? [text, ''] : [text.slice(0, last), text.slice(last + 1)]
  const grouped = groupedPattern.test(text) ? ungrouped(text) : null
  const decimal = last < 0 ? null : decimalReading(before, after, text[last]!, options)
  const isSingle = wholePattern.test(before)
  if (grouped === null || !isSingle) return numberOr(grouped ?? decimal)
  // One mark before three digits: both readings may be meant.
  const [isWhole, isPart] = [isPossible(grouped, options), decimal !== null && isPossible(decimal, options)]
  if (isPart && (!isWhole || text[last] === decimalMarkOf(options.locale))) return numberOr(decimal)
  if (isWhole && isPart) return { kind: 'ambiguous', grouped, decimal: decimal! }
  return numberOr(grouped)
}

/** What the text says if its last mark parts decimals; null where it cannot, or says more decimals than the field takes. */
function decimalReading(before: string, after: string, mark: string, { decimals, locale }: TypedNumberOptions) {
  const whole = wholePattern.test(before) ? before : groupedPattern.test(before) ? ungrouped(before) : null
  if (whole === null || before.includes(mark) || !/^\d*$/.test(after)) return null
  const significant = after.replace(/0+$/, '')
  const written =
    groupedPattern.test(`${before}${mark}${after}`) && mark !== decimalMarkOf(locale) ? after : significant
  if (written.length > decimals) return null
  return significant ? `${withoutLeadingZeros(whole)}.${significant}` : withoutLeadingZeros(whole)
}

function isPossible(decimal: string, { least, most }: TypedNumberOptions): boolean {
  return Number(decimal) >= (least ?? Number.NEGATIVE_INFINITY) && Number(decimal) <= (most ?? Number.POSITIVE_INFINITY)
}

/** The mark before the decimals in a language. */
export function decimalMarkOf(locale: string): '.' | ',' {
  return locale.startsWith('en') ? '.' : ','
}

function numberOr(decimal: string | null): TypedNumber {
  return decimal === null ? { kind: 'invalid' } : { kind: 'number', decimal }
}

function ungrouped(text: string): string {
  return text.replace(/\D/g, '')
}

function withoutLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}
