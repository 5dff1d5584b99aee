/**
 * The options by which a field parses numbers: its language, how many decimals it accepts, and the bounds that decide
 * between two readings of a text.
 */
export type NumberInputOptions = {
  /** The language of the page. It decides whether a single mark before three digits is a decimal mark. */
  locale: string
  decimals: number
  min?: number
  max?: number
}

/** The result of parsing the text of a number field. Numbers are exact decimals with a point: `2500.5`. */
export type ParsedNumber =
  | { kind: 'empty' }
  | { kind: 'invalid' }
  | { kind: 'number'; decimal: string }
  | { kind: 'ambiguous'; grouped: string; decimal: string }

const groupMarks = ".,\\s'’"
const wholePattern = /^\d+$/
const groupedPattern = new RegExp(`^[1-9]\\d{0,2}([${groupMarks}])\\d{3}(?:\\1\\d{3})*$`)

/**
 * Parses a typed number. All forms use this parser. Two kinds of marks are thousands and then decimals; a repeated mark
 * separates thousands; a mark not followed by exactly three digits separates decimals. A single mark before three
 * digits is a decimal mark where the language uses it as one; otherwise it is ambiguous and the user has to choose,
 * unless only one reading is possible in this field.
 */
export function parseNumberInput(text: string, options: NumberInputOptions): ParsedNumber {
  const trimmed = text.trim().replace('−', '-')
  if (trimmed === '') return { kind: 'empty' }
  const isNegative = trimmed.startsWith('-')
  const parsed = parseUnsigned(isNegative ? trimmed.slice(1).trim() : trimmed, options)
  if (!isNegative) return parsed
  return parsed.kind === 'number' ? { kind: 'number', decimal: `-${parsed.decimal}` } : { kind: 'invalid' }
}

/**
 * Returns the number, as a decimal with a point, where the text has exactly one reading and is not negative; otherwise
 * null.
 */
export function parseUnsignedDecimal(text: string, options: NumberInputOptions): string | null {
  const parsed = parseNumberInput(text, options)
  return parsed.kind === 'number' && !parsed.decimal.startsWith('-') ? parsed.decimal : null
}

function parseUnsigned(text: string, options: NumberInputOptions): ParsedNumber {
  if (wholePattern.test(text)) return { kind: 'number', decimal: stripLeadingZeros(text) }
  const last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','))
  const [before, after] = last < 0 ? [text, ''] : [text.slice(0, last), text.slice(last + 1)]
  const grouped = groupedPattern.test(text) ? stripGroupMarks(text) : null
  const decimal = last < 0 ? null : parseAsDecimal(before, after, text[last]!, options)
  const isSingle = wholePattern.test(before)
  if (grouped === null || !isSingle) return toParsedNumber(grouped ?? decimal)
  // A single mark before three digits: both readings are possible.
  const [isWhole, isPart] = [isPossible(grouped, options), decimal !== null && isPossible(decimal, options)]
  if (isPart && (!isWhole || text[last] === decimalMarkOf(options.locale))) return toParsedNumber(decimal)
  if (isWhole && isPart) return { kind: 'ambiguous', grouped, decimal: decimal! }
  return toParsedNumber(grouped)
}

/**
 * Reads the last mark of the text as the decimal mark. Returns null where that is impossible or gives more decimals
 * than the field accepts.
 */
function parseAsDecimal(before: string, after: string, mark: string, { decimals, locale }: NumberInputOptions) {
  const whole = wholePattern.test(before) ? before : groupedPattern.test(before) ? stripGroupMarks(before) : null
  if (whole === null || before.includes(mark) || !/^\d*$/.test(after)) return null
  const significant = after.replace(/0+$/, '')
  const decimalDigits =
    groupedPattern.test(`${before}${mark}${after}`) && mark !== decimalMarkOf(locale) ? after : significant
  if (decimalDigits.length > decimals) return null
  return significant ? `${stripLeadingZeros(whole)}.${significant}` : stripLeadingZeros(whole)
}

function isPossible(decimal: string, { min, max }: NumberInputOptions): boolean {
  return Number(decimal) >= (min ?? Number.NEGATIVE_INFINITY) && Number(decimal) <= (max ?? Number.POSITIVE_INFINITY)
}

/** Returns the decimal mark of a language. */
export function decimalMarkOf(locale: string): '.' | ',' {
  return locale.startsWith('en') ? '.' : ','
}

function toParsedNumber(decimal: string | null): ParsedNumber {
  return decimal === null ? { kind: 'invalid' } : { kind: 'number', decimal }
}

function stripGroupMarks(text: string): string {
  return text.replace(/\D/g, '')
}

function stripLeadingZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/, '')
}
