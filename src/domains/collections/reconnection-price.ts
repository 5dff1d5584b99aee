import { taxOfZone } from '#vocabulary/bill-taxes.ts'
import { findRegulatedPriceAt, regulatedPriceAt } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { type Cents, lineAmountCents, percentOfCents } from '#vocabulary/money.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import { zoneOfProvince } from '#vocabulary/tariff-periods.ts'

/** What a reconnection costs, before taxes and with that of the place; null with taxes where the rate is not known. */
export type ReconnectionPrice = { baseCents: Cents; totalCents: Cents | null }

/**
 * Returns what the reconnection of a supply that was suspended for non-payment costs on a day: twice the hook-up right
 * (RD 88/2026, article 51.2), with VAT or its equivalent in the place and no electricity tax. Gas has no such price.
 */
export function reconnectionPriceOn(
  { energy, provinceCode, day }: { energy: 'electricity' | 'gas'; provinceCode: string; day: MarketDay },
  figures: RegulatedPrices,
): ReconnectionPrice | null {
  if (energy !== 'electricity') return null
  const unitPrice = regulatedPriceAt(figures.connectionRights.hookUp, day).value
  const baseCents = lineAmountCents({ quantity: '2', unitPrice })
  const percent = findRegulatedPriceAt(figures[taxOfZone[zoneOfProvince(provinceCode)]], day)?.value
  return { baseCents, totalCents: percent === undefined ? null : baseCents + percentOfCents(baseCents, percent) }
}
