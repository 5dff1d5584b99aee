import type { DatedRegulatedPrice, RegulatedPriceSeries } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { LegalBasis } from '../../bill-check.ts'

/** Articles 43 to 45 of the general regulation of supply apply from this day. */
const supplyRegulationFrom = '2026-06-12'

/** Returns the norm by which supplies are billed: by what was read and by the prices of each day. */
export function billingBasis(energy: 'electricity' | 'gas', day: MarketDay): LegalBasis {
  if (energy === 'gas') return norm('RD 1434/2002', null)
  return day < supplyRegulationFrom ? norm('RD 1955/2000', '82') : norm('RD 88/2026', '45.1')
}

/** Returns the norm by which electricity is read. */
export function readingBasis(energy: 'electricity' | 'gas', day: MarketDay): LegalBasis {
  if (energy === 'gas') return norm('RD 1434/2002', null)
  return day < supplyRegulationFrom ? norm('RD 1955/2000', '82') : norm('RD 88/2026', '43')
}

/** The agreed terms: the contract itself. */
export const contractBasis = norm('Ley 24/2013', '44.1')
/** Surplus is worth at most the energy of the same bill. */
export const compensationBasis = norm('RD 244/2019', '14.3')
/** What was billed too much is given back whole, with interest. */
export const overbillingBasis = norm('RD 88/2026', '44.4, 45.2')
export const socialBonusBasis = norm('Ley 24/2013', '45.4')
/** Power above the contracted one, and reactive energy. */
export const excessBasis = norm('Circular CNMC 3/2020', '9.4')
export const reactiveBasis = norm('Circular CNMC 3/2020', '9.5')
export const meterBasis = norm('Orden IET/1491/2013', null)
export const electricityTaxBasis = norm('Ley 38/1992', '95-99')
export const hydrocarbonTaxBasis = norm('Ley 38/1992', '50')
export const indirectTaxBases = {
  vat: norm('Ley 37/1992', '75, 78, 90'),
  igic: norm('Ley 4/2012', null),
  ipsi: norm('Ley 8/1991', null),
} as const

/** Returns a norm with the dated row of a regulated price. */
export function withRow<Value>(
  basis: LegalBasis,
  { name }: RegulatedPriceSeries<Value>,
  { validFrom, validTo, value, source }: DatedRegulatedPrice<Value>,
): LegalBasis {
  const text = typeof value === 'string' ? value : (value as { percent: string }).percent
  return { ...basis, row: { name, validFrom, validTo, value: text, source } }
}

function norm(name: string, article: string | null): LegalBasis {
  return { norm: name, article, row: null }
}
