import { type BillLine, sumLines } from '../bill.ts'
import { decimalFromCents } from '../money.ts'

/** What a cent of a bill costs with its taxes: of electricity, which bears a tax of its own, and of anything else. */
export type TaxFactors = { electricity: number; other: number }

const electricityTaxed = [
  'power',
  'power_discount',
  'energy',
  'energy_discount',
  'surplus',
  'surplus_limit',
  'social_bonus_funding',
]
const indirectTaxes = ['vat', 'igic', 'ipsi']

/** Returns the tax factors of a bill, by its own lines. */
export function taxFactorsOf(lines: readonly BillLine[]): TaxFactors {
  const indirect = lines.filter(({ kind }) => indirectTaxes.includes(kind))
  const meterCents = sumLines(lines.filter(({ kind }) => kind === 'meter'))
  const ofMeter = indirect.filter(({ quantity }) => Number(quantity) === Number(decimalFromCents(meterCents)))
  // In the territories without VAT the meter has a rate of its own, on a line whose base it is.
  const isSplit = indirect.length > 1 && ofMeter.length === 1
  const electricityRate = rateOf(isSplit ? indirect.filter((line) => !ofMeter.includes(line)) : indirect)
  const otherRate = isSplit ? rateOf(ofMeter) : electricityRate
  return { electricity: (1 + electricityTaxRate(lines)) * (1 + electricityRate), other: 1 + otherRate }
}

function electricityTaxRate(lines: readonly BillLine[]): number {
  const taxes = lines.filter(({ kind }) => kind === 'electricity_tax')
  const [only] = taxes
  if (taxes.length === 1 && only!.unit === 'percent') return Number(only!.unitPrice) / 100
  const baseCents = sumLines(lines.filter(({ kind }) => electricityTaxed.includes(kind)))
  return baseCents === 0 ? 0 : sumLines(taxes) / baseCents
}

function rateOf(taxes: readonly BillLine[]): number {
  const [only] = taxes
  if (taxes.length === 1 && only!.unit === 'percent') return Number(only!.unitPrice) / 100
  const baseEur = taxes.reduce((sum, { quantity }) => sum + Number(quantity), 0)
  return baseEur === 0 ? 0 : sumLines(taxes) / (baseEur * 100)
}
