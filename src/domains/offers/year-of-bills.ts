import { type ElectricityPrices, electricityBill } from '#vocabulary/bill-electricity.ts'
import type { DayRange } from '#vocabulary/dated-figures.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { RegulatedFigures } from '#vocabulary/regulated-figures.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import { knownOrNull, meterOf } from './offered-bill.ts'

/** Some days of a year that are billed together, with what was taken by period, P1 first, and what was fed in. */
export type BilledPart = DayRange & { energyWh: readonly number[]; surplusWh: number }

/** A supply over a year of bills. */
type SupplyOfYear = {
  zone: TariffZone
  powerWatts: readonly number[]
  /** The day whose taxes all bills bear. */
  dueDay: MarketDay
  /** Whether what the panels earn beyond a bill goes into a wallet, which pays the bills after it. */
  hasWallet: boolean
}

/** What a year comes to, what of it the surplus was paid, and what of that went by the wallet. */
export type YearOfBills = { totalCents: Cents; surplusCents: Cents; fromWalletCents: Cents }

/**
 * What a product would bill in a year of a supply that feeds in, bill by bill, since each pays surplus up to what its own energy
 * costs (Real Decreto 244/2019, art. 14). A wallet begins empty; what it holds after the last bill lowers none and counts nothing.
 * Null where a figure is not known.
 */
export function yearOfBills(
  parts: readonly BilledPart[],
  { hasWallet, ...supply }: SupplyOfYear,
  prices: ElectricityPrices,
  figures: RegulatedFigures,
): YearOfBills | null {
  return knownOrNull(() => {
    const year = { totalCents: 0, surplusCents: 0, fromWalletCents: 0 }
    let walletCents = 0
    for (const part of parts) {
      const bill = electricityBill(
        {
          ...part,
          ...supply,
          ...{ prices, walletCents, chargesSocialBonusFunding: true },
          meter: meterOf(supply.powerWatts),
        },
        figures,
      )
      const sumOf = (kinds: readonly string[]) =>
        bill.lines.reduce((sum, { kind, amountCents }) => sum + (kinds.includes(kind) ? amountCents : 0), 0)
      const paidCents = -sumOf(['wallet'])
      year.totalCents += bill.totalCents
      year.surplusCents -= sumOf(['surplus', 'surplus_limit'])
      year.fromWalletCents += paidCents
      walletCents += (hasWallet ? bill.unpaidSurplusCents : 0) - paidCents
    }
    return year
  })
}
