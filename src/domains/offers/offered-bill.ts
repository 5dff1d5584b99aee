import type { Bill } from '#vocabulary/bill.ts'
import { computeElectricityBill, type ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import { computeGasBill, type GasPrices } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-regulated-prices.ts'
import { nullIfUnknown } from '#vocabulary/null-if-unknown.ts'
import type { MeterRental, RegulatedPrices } from '#vocabulary/regulated-prices.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'

/** An electricity supply over a range of days. Lists have one value per period, P1 first. */
export type ElectricitySupply = DayRange & {
  zone: TariffZone
  powerWatts: readonly number[]
  energyWh: readonly number[]
  /** The energy fed into the grid; defaults to none. */
  surplusWh?: number
  /** Whether the meter is rented at the regulated price, as nearly all are; the default. */
  isMeterRented?: boolean
}

/** A gas supply over a range of days. */
export type GasSupply = DayRange & { zone: TariffZone; energyWh: number }

/**
 * Returns what a product would have billed for these days, calculated like the invoices, with the taxes of the last
 * day. Null where a figure is not known for the place or the days.
 */
export function calculateOfferedElectricityBill(
  { isMeterRented = true, ...supply }: ElectricitySupply,
  prices: ElectricityPrices,
  regulatedPrices: RegulatedPrices,
): Bill | null {
  return nullIfUnknown(() =>
    computeElectricityBill(
      {
        ...supply,
        prices,
        dueDay: supply.lastDay,
        surplusWh: supply.surplusWh ?? 0,
        chargesSocialBonusFunding: true,
        meter: isMeterRented ? chooseMeter(supply.powerWatts) : 'owned',
        walletCents: 0,
      },
      regulatedPrices,
    ),
  )
}

/** Does the same for gas. */
export function calculateOfferedGasBill(
  supply: GasSupply,
  prices: GasPrices,
  regulatedPrices: RegulatedPrices,
): Bill | null {
  return nullIfUnknown(() => computeGasBill({ ...supply, prices, dueDay: supply.lastDay }, regulatedPrices))
}

/**
 * Returns the rented meter: a three-phase one for six powers, a single-phase one for two, which is nearly always right.
 */
export function chooseMeter(powerWatts: readonly number[]): MeterRental {
  return powerWatts.length > 2 ? 'three_phase' : 'single_phase'
}
