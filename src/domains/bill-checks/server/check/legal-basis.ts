import type { DatedRegulatedPrice, RegulatedPriceSeries } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { LegalBasis } from '../../bill-check.ts'
import { type BillNormCode, billNormOn } from './bill-norms.ts'

/** Returns the norm by which supplies are billed: by what was read and by the prices of each day. */
export function billingBasis(energy: 'electricity' | 'gas', day: MarketDay): LegalBasis {
  return basisOf(energy === 'gas' ? 'gas_billing' : 'electricity_billing', day)
}

/** Returns the norm by which a supply is read. */
export function readingBasis(energy: 'electricity' | 'gas', day: MarketDay): LegalBasis {
  return basisOf(energy === 'gas' ? 'gas_billing' : 'electricity_reading', day)
}

// Those below have one row, whatever the day.
/** The agreed terms: the contract itself. */
export const contractBasis = basisOf('contract')
/** Surplus is worth at most the energy of the same bill. */
export const compensationBasis = basisOf('compensation')
/** What was billed too much is given back whole, with interest. */
export const overbillingBasis = basisOf('overbilling')
export const socialBonusBasis = basisOf('social_bonus')
/** Power above the contracted one, and reactive energy. */
export const excessBasis = basisOf('excess')
export const reactiveBasis = basisOf('reactive')
export const meterBasis = basisOf('meter')
export const electricityTaxBasis = basisOf('electricity_tax')
export const hydrocarbonTaxBasis = basisOf('hydrocarbon_tax')
export const indirectTaxBases = { vat: basisOf('vat'), igic: basisOf('igic'), ipsi: basisOf('ipsi') } as const

/** Returns a norm with the dated row of a regulated price. */
export function withRow<Value>(
  basis: LegalBasis,
  { name }: RegulatedPriceSeries<Value>,
  { validFrom, validTo, value, source }: DatedRegulatedPrice<Value>,
): LegalBasis {
  const text = typeof value === 'string' ? value : (value as { percent: string }).percent
  return { ...basis, row: { name, validFrom, validTo, value: text, source } }
}

function basisOf(code: BillNormCode, day: MarketDay = '9999-12-31'): LegalBasis {
  const { law, article } = billNormOn(code, day)
  return { norm: law, article, row: null }
}
