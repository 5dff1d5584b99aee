/**
 * An exact decimal as PostgreSQL's `numeric` writes it: `-12.50`, with a point, without exponent or thousands
 * separators. Prices and quantities are stored like this because binary floats cannot represent most of them.
 * Arithmetic throws a RangeError for other texts, and its results have no trailing zeros.
 */
export type Decimal = string

/** Returns the exact product, with all its digits. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [parse(a), parse(b)]
  const units = Number(left.digits) * Number(right.digits)
  // Most products are counted exactly by a number, which takes a tenth of the time.
  const exact = Number.isSafeInteger(units) ? units : BigInt(left.digits) * BigInt(right.digits)
  return decimalOf(exact, left.scale + right.scale)
}

/** Returns the product as a count of its smallest unit, like `roundToUnits`. */
export function multiplyToUnits(a: Decimal, b: Decimal, decimals: number): number {
  const [left, right] = [parse(a), parse(b)]
  const units = countUnits(Number(left.digits) * Number(right.digits), decimals - left.scale - right.scale)
  return Number.isSafeInteger(units) ? units : roundToUnits(multiplyDecimals(a, b), decimals)
}

/** Returns the quotient with at most this many decimals, rounding half away from zero. */
export function divideDecimal(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  const [over, under] = [parse(dividend), parse(divisor)]
  const overUnits = BigInt(over.digits) * powerOfTen(under.scale + decimals)
  return decimalOf(divideRounding(overUnits, BigInt(under.digits) * powerOfTen(over.scale)), decimals)
}

/** Returns the decimal as a count of its smallest unit: `12.5` with 2 decimals is 1250. Rounds half away from zero. */
export function roundToUnits(decimal: Decimal, decimals: number): number {
  const { digits, scale } = parse(decimal)
  const units = countUnits(Number(digits), decimals - scale)
  if (Number.isSafeInteger(units)) return units
  return toSafeNumber(divideRounding(BigInt(digits) * powerOfTen(decimals), powerOfTen(scale)))
}

/** Returns a count times ten to the power, rounded half away from zero; not a safe integer where a number cannot tell it. */
function countUnits(count: number, power: number): number {
  if (power >= 0) return count * 10 ** power + 0
  if (!Number.isSafeInteger(count)) return Number.NaN
  const divisor = 10 ** -power
  // A remainder is exact, where a quotient is not.
  const remainder = count % divisor
  const half = Math.abs(remainder) * 2 >= divisor ? Math.sign(count) : 0
  return (count - remainder) / divisor + half + 0
}

/** Does the same without rounding. Returns null where the text is not a decimal or has further digits. */
export function parseExactUnits(text: string, decimals: number): number | null {
  const parsed = tryParse(text)
  if (!parsed || parsed.scale > decimals) return null
  const units = Number(BigInt(parsed.digits) * powerOfTen(decimals - parsed.scale))
  return Number.isSafeInteger(units) ? units : null
}

/** Does the same for files and user input: with a comma or a point, surrounding spaces, and never negative. */
export function parseWrittenUnits(text: string, decimals: number): number | null {
  const units = parseExactUnits(text.trim().replace(',', '.'), decimals)
  return units !== null && units >= 0 ? units : null
}

/** Formats a count of units with exactly this many decimals: 1250 with 2 is `12.50`. */
export function formatFixedDecimal(units: number | bigint, decimals: number): Decimal {
  const digits = String(units < 0 ? -units : units).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)}`
}

/** Returns the same value without trailing zeros: `12.50` is `12.5`, `12.00` is `12`. */
export function trimDecimal(decimal: Decimal): Decimal {
  if (!decimal.includes('.')) return decimal
  let end = decimal.length
  while (decimal[end - 1] === '0') end--
  return decimal.slice(0, decimal[end - 1] === '.' ? end - 1 : end)
}

/** A parsed decimal: the count of its `digits` times ten to the minus `scale`. */
type ParsedDecimal = { digits: string; scale: number }

function parse(decimal: Decimal): ParsedDecimal {
  const parsed = tryParse(decimal)
  if (!parsed) throw new RangeError(`Not a decimal: ${decimal}`)
  return parsed
}

function tryParse(text: string): ParsedDecimal | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return null
  const point = text.indexOf('.')
  if (point < 0) return { digits: text, scale: 0 }
  return { digits: text.slice(0, point) + text.slice(point + 1), scale: text.length - point - 1 }
}

function decimalOf(units: number | bigint, scale: number): Decimal {
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
