/**
 * An exact decimal as PostgreSQL's `numeric` writes it: `-12.50`, with a point, without exponent or thousands
 * separators. Prices and quantities are stored like this because binary floats cannot represent most of them.
 * Arithmetic throws a RangeError for other texts, and its results have no trailing zeros.
 */
export type Decimal = string

/** Returns the exact product, with all its digits. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [parse(a), parse(b)]
  // Most products are counted exactly by a number, which takes a tenth of the time.
  const units = Number(left.digits) * Number(right.digits)
  const product = Number.isSafeInteger(units) ? units : BigInt(left.digits) * BigInt(right.digits)
  return decimalOf(product, left.scale + right.scale)
}

/** Returns the product as a count of its smallest unit, like `roundToUnits`. */
export function multiplyToUnits(a: Decimal, b: Decimal, decimals: number): number {
  const [left, right] = [parse(a), parse(b)]
  const power = decimals - left.scale - right.scale
  const units = countUnits(Number(left.digits) * Number(right.digits), power)
  if (Number.isSafeInteger(units)) return units
  const product = BigInt(left.digits) * BigInt(right.digits)
  return toSafeNumber(power < 0 ? divideRounding(product, powerOfTen(-power)) : product * powerOfTen(power))
}

/** Returns the quotient with at most this many decimals, rounding half away from zero. */
export function divideDecimal(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  const [over, under] = [parse(dividend), parse(divisor)]
  const overUnits = BigInt(over.digits) * powerOfTen(under.scale + decimals)
  return decimalOf(divideRounding(overUnits, BigInt(under.digits) * powerOfTen(over.scale)), decimals)
}

/** Returns the decimal as a count of its smallest unit: `12.5` with 2 decimals is 1250. Rounds half away from zero. */
export function roundToUnits(decimal: Decimal, decimals: number): number {
  return multiplyToUnits(decimal, '1', decimals)
}

/** Returns a count times ten to the power, rounded half away from zero; not a safe integer where a number cannot tell it. */
function countUnits(count: number, power: number): number {
  // The quotient of safe integers is nearer to its exact value than that is to a half.
  const units = power < 0 ? Math.round(Math.abs(count) / 10 ** -power) : Math.abs(count) * 10 ** power
  return Number.isSafeInteger(count) ? Math.sign(count) * units + 0 : Number.NaN
}

/** Does the same without rounding. Returns null where the text is not a decimal or has further digits. */
export function parseExactUnits(text: string, decimals: number): number | null {
  const parsed = tryParse(text)
  if (!parsed || parsed.scale > decimals) return null
  const units = countUnits(Number(parsed.digits), decimals - parsed.scale)
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
  return { digits: text.replace('.', ''), scale: point < 0 ? 0 : text.length - point - 1 }
}

function decimalOf(units: number | bigint, scale: number): Decimal {
  return trimDecimal(formatFixedDecimal(units, scale))
}

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function divideRounding(dividend: bigint, divisor: bigint): bigint {
  // A division of integers drops what is left, so that half a divisor away from zero rounds it.
  const half = dividend < 0n === divisor < 0n ? divisor : -divisor
  return (2n * dividend + half) / (2n * divisor)
}

function toSafeNumber(units: bigint): number {
  const number = Number(units)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Too large: ${units}`)
  return number
}

/** Returns a value reduced by a percentage. */
export function subtractPercent(value: Decimal, percent: Decimal): Decimal {
  const shareLeft = formatFixedDecimal(100_000_000 - roundToUnits(percent, 6), 8)
  return multiplyDecimals(value, shareLeft)
}
