import type { Bill } from '#vocabulary/bill.ts'
import { type ElectricityPrices, electricityBill } from '#vocabulary/bill-electricity.ts'
import { type GasPrices, gasBill } from '#vocabulary/bill-gas.ts'
import type { DayRange } from '#vocabulary/dated-figures.ts'
import type { MeterRental, RegulatedFigures } from '#vocabulary/regulated-figures.ts'
import type { TariffZone } from '#vocabulary/tariff-periods.ts'

/** An electricity supply over some days. Lists have one value per period, P1 first. */
export type ElectricitySupply = DayRange & {
  zone: TariffZone
  powerWatts: readonly number[]
  energyWh: readonly number[]
  /** What is fed into the grid; nothing unless told. */
  surplusWh?: number
  /** Whether the meter is rented at the regulated price, as nearly all are; so unless told. */
  isMeterRented?: boolean
}

/** A gas supply over some days. */
export type GasSupply = DayRange & { zone: TariffZone; energyWh: number }

/**
 * What a product would have billed for these days: the calculation of the invoices, with the taxes of the last day. Null
 * where a figure is not known for the place or for the days.
 */
export function electricityBillOf(
  { isMeterRented = true, ...supply }: ElectricitySupply,
  prices: ElectricityPrices,
  figures: RegulatedFigures,
): Bill | null {
  return knownOrNull(() =>
    electricityBill(
      {
        ...supply,
        prices,
        dueDay: supply.lastDay,
        surplusWh: supply.surplusWh ?? 0,
        chargesSocialBonusFunding: true,
        meter: isMeterRented ? meterOf(supply.powerWatts) : 'owned',
        walletCents: 0,
      },
      figures,
    ),
  )
}

/** The same for gas. */
export function gasBillOf(supply: GasSupply, prices: GasPrices, figures: RegulatedFigures): Bill | null {
  return knownOrNull(() => gasBill({ ...supply, prices, dueDay: supply.lastDay }, figures))
}

/** The meter that is rented: six powers are measured by one of three phases, two nearly always by one of one. */
export function meterOf(powerWatts: readonly number[]): MeterRental {
  return powerWatts.length > 2 ? 'three_phase' : 'single_phase'
}

/** What is counted, or null where a figure is not known: a bill throws a RangeError then. */
export function knownOrNull<Counted>(count: () => Counted): Counted | null {
  try {
    return count()
  } catch (problem) {
    if (problem instanceof RangeError) return null
    throw problem
  }
}
