/**
 * An exact decimal as PostgreSQL's `numeric` writes it: `-12.50`, with a point, without exponent or thousands
 * separators. Prices and quantities are stored like this because binary floats cannot represent most of them.
 * Arithmetic throws a RangeError for other texts, and its results have no trailing zeros.
 */
export type Decimal = string

/** Returns the exact product, with all its digits. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [parse(a), parse(b)]
  return decimalOf(left.units * right.units, left.scale + right.scale)
}

/** Returns the quotient with at most this many decimals, rounding half away from zero. */
export function divideDecimal(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  const [over, under] = [parse(dividend), parse(divisor)]
  return decimalOf(
    divideRounding(over.units * powerOfTen(under.scale + decimals), under.units * powerOfTen(over.scale)),
    decimals,
  )
}

/** Returns the decimal as a count of its smallest unit: `12.5` with 2 decimals is 1250. Rounds half away from zero. */
export function roundToUnits(decimal: Decimal, decimals: number): number {
  const { units, scale } = parse(decimal)
  return toSafeNumber(divideRounding(units * powerOfTen(decimals), powerOfTen(scale)))
}

/** Does the same without rounding. Returns null where the text is not a decimal or has further digits. */
export function parseExactUnits(text: string, decimals: number): number | null {
  const parsed = tryParse(text)
  if (!parsed || parsed.scale > decimals) return null
  const units = Number(parsed.units * powerOfTen(decimals - parsed.scale))
  return Number.isSafeInteger(units) ? units : null
}

/** Does the same for files and user input: with a comma or a point, surrounding spaces, and never negative. */
export function parseWrittenUnits(text: string, decimals: number): number | null {
  const units = parseExactUnits(text.trim().replace(',', '.'), decimals)
  return units !== null && units >= 0 ? units : null
}

/** Formats a count of units with exactly this many decimals: 1250 with 2 is `12.50`. */
export function formatFixedDecimal(units: number | bigint, decimals: number): Decimal {
  const digits = String(units)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)}`
}

/** Returns the same value without trailing zeros: `12.50` is `12.5`, `12.00` is `12`. */
export function trimDecimal(decimal: Decimal): Decimal {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** A parsed decimal: `units` times ten to the minus `scale`. */
type ParsedDecimal = { units: bigint; scale: number }

function parse(decimal: Decimal): ParsedDecimal {
  const parsed = tryParse(decimal)
  if (!parsed) throw new RangeError(`Not a decimal: ${decimal}`)
  return parsed
}

function tryParse(text: string): ParsedDecimal | null {
  const match = /^-?\d+(?:\.(\d+))?$/.exec(text)
  return match && { units: BigInt(text.replace('.', '')), scale: match[1]?.length ?? 0 }
}

function decimalOf(units: bigint, scale: number): Decimal {
  return trimDecimal(formatFixedDecimal(units, scale))
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function divideRounding(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [over, under] = [magnitudeOf(dividend), magnitudeOf(divisor)]
  const magnitude = (2n * over + under) / (2n * under)
  return isNegative ? -magnitude : magnitude
}

function magnitudeOf(value: bigint): bigint {
  return value < 0n ? -value : value
}

function toSafeNumber(units: bigint): number {
  const number = Number(units)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Too large to count exactly: ${units}`)
  return number
}

/** Returns a value reduced by a percentage. */
export function subtractPercent(value: Decimal, percent: Decimal): Decimal {
  const shareLeft = formatFixedDecimal(100_000_000 - roundToUnits(percent, 6), 8)
  return multiplyDecimals(value, shareLeft)
}
