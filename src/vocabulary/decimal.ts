/**
 * An exact decimal as PostgreSQL's `numeric` writes it: `-12.50`, with a point, without exponent or thousands. Prices and
 * quantities are kept like this because binary floats cannot hold most of them. Arithmetic throws a RangeError on other
 * texts, and its results carry no zeros at the end.
 */
export type Decimal = string

/** The exact product, with all its digits. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  const [left, right] = [parse(a), parse(b)]
  return textOf(left.units * right.units, left.scale + right.scale)
}

/** The quotient with so many decimals at most; what lies half way goes away from zero. */
export function divideDecimal(dividend: Decimal, divisor: Decimal, decimals: number): Decimal {
  const [over, under] = [parse(dividend), parse(divisor)]
  return textOf(roundedQuotient(over.units * tenTo(under.scale + decimals), under.units * tenTo(over.scale)), decimals)
}

/** The decimal as a count of its smallest unit: `12.5` with 2 decimals is 1250. Halves are rounded away from zero. */
export function roundedUnits(decimal: Decimal, decimals: number): number {
  const { units, scale } = parse(decimal)
  return safeNumber(roundedQuotient(units * tenTo(decimals), tenTo(scale)))
}

/** The same without rounding: null where the text is no decimal or has a digit beyond those decimals. */
export function exactUnits(text: string, decimals: number): number | null {
  const parsed = tryParse(text)
  if (!parsed || parsed.scale > decimals) return null
  const units = Number(parsed.units * tenTo(decimals - parsed.scale))
  return Number.isSafeInteger(units) ? units : null
}

/** The same for what files and people write: with a comma or a point, spaces around it, and never negative. */
export function writtenUnits(text: string, decimals: number): number | null {
  const units = exactUnits(text.trim().replace(',', '.'), decimals)
  return units !== null && units >= 0 ? units : null
}

/** A count of units written with exactly so many decimals: 1250 with 2 is `12.50`. */
export function fixedDecimal(units: number | bigint, decimals: number): Decimal {
  const digits = String(units)
    .replace('-', '')
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${units < 0 ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? '.' : ''}${digits.slice(point)}`
}

/** The same value without zeros at the end: `12.50` is `12.5`, `12.00` is `12`. */
export function trimmedDecimal(decimal: Decimal): Decimal {
  return decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal
}

/** A decimal taken apart: `units` times ten to the minus `scale`. */
type Parsed = { units: bigint; scale: number }

function parse(decimal: Decimal): Parsed {
  const parsed = tryParse(decimal)
  if (!parsed) throw new RangeError(`Not a decimal: ${decimal}`)
  return parsed
}

function tryParse(text: string): Parsed | null {
  const match = /^-?\d+(?:\.(\d+))?$/.exec(text)
  return match && { units: BigInt(text.replace('.', '')), scale: match[1]?.length ?? 0 }
}

function textOf(units: bigint, scale: number): Decimal {
  return trimmedDecimal(fixedDecimal(units, scale))
}

function tenTo(exponent: number): bigint {
  return 10n ** BigInt(exponent)
}

function roundedQuotient(dividend: bigint, divisor: bigint): bigint {
  const isNegative = dividend < 0n !== divisor < 0n
  const [over, under] = [magnitudeOf(dividend), magnitudeOf(divisor)]
  const magnitude = (2n * over + under) / (2n * under)
  return isNegative ? -magnitude : magnitude
}

function magnitudeOf(value: bigint): bigint {
  return value < 0n ? -value : value
}

function safeNumber(units: bigint): number {
  const number = Number(units)
  if (!Number.isSafeInteger(number)) throw new RangeError(`Too large to count exactly: ${units}`)
  return number
}

/** What is left of a value when so many percent of it are taken off. */
export function lessPercent(value: Decimal, percent: Decimal): Decimal {
  const shareLeft = fixedDecimal(100_000_000 - roundedUnits(percent, 6), 8)
  return multiplyDecimals(value, shareLeft)
}
