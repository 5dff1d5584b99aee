import { computeElectricityBill, type ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import { nullIfUnknown } from '#vocabulary/null-if-unknown.ts'
import type { RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'
import { chooseMeter } from './offered-bill.ts'

/** Days of a year that are billed together, with the consumption by period, P1 first, and the surplus. */
export type BilledPart = DayRange & { energyWh: readonly number[]; surplusWh: number }

/** A supply over a year of bills. */
type YearSupply = {
  zone: TariffZone
  powerWatts: readonly number[]
  /** The day whose taxes apply to all bills. */
  dueDay: MarketDay
  /** Whether earnings of the panels beyond a bill go into a wallet, which pays later bills. */
  hasWallet: boolean
}

/** The yearly cost, the amount of it that the surplus paid, and the part of that paid through the wallet. */
export type YearOfBills = { totalCents: Cents; surplusCents: Cents; fromWalletCents: Cents }

/**
 * Returns what a product would bill in a year for a supply that feeds in, bill by bill, since each pays surplus up to
 * the cost of its own energy (Real Decreto 244/2019, art. 14). A wallet begins empty; its balance after the last bill
 * is not counted. Null where a figure is not known.
 */
export function calculateYearOfBills(
  parts: readonly BilledPart[],
  { hasWallet, ...supply }: YearSupply,
  prices: ElectricityPrices,
  regulatedPrices: RegulatedPrices,
): YearOfBills | null {
  return nullIfUnknown(() => {
    const year = { totalCents: 0, surplusCents: 0, fromWalletCents: 0 }
    let walletCents = 0
    for (const part of parts) {
      const bill = computeElectricityBill(
        {
          ...part,
          ...supply,
          ...{ prices, walletCents, chargesSocialBonusFunding: true },
          meter: chooseMeter(supply.powerWatts),
        },
        regulatedPrices,
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
