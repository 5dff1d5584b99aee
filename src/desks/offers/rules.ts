import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import type { StandingPrice } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { energyPeriodCount, energyTariffs, powerPeriodCount, type TariffZone } from '#vocabulary/tariff-periods.ts'

export type Energy = 'electricity' | 'gas'

/** Which products a list shows. */
export const productFilters = ['current', 'on_sale', 'archived', 'all'] as const
export type ProductFilter = (typeof productFilters)[number]

/** The prices of a product in a tariff, of light and gas alike: a standing price for each power or for being supplied. */
export type Prices = {
  standing: readonly StandingPrice[]
  energy: readonly Decimal[]
  surplus: Decimal | null
  /** What is always taken off, in percent. */
  standingDiscount: Decimal | null
  energyDiscount: Decimal | null
}

/** The tariffs that a product can have prices of. */
export function tariffsOf(energy: Energy): readonly string[] {
  return (energy === 'electricity' ? electricityAccessTariffs : gasAccessTariffs).map(({ name }) => name)
}

/** How many standing prices and how many of energy a tariff has; undefined where there is no such tariff. */
export function priceCounts(energy: Energy, tariff: string): { standing: number; energy: number } | undefined {
  if (!tariffsOf(energy).includes(tariff)) return undefined
  const known = energyTariffs.find((name) => name === tariff)
  return known ? { standing: powerPeriodCount(known), energy: energyPeriodCount(known) } : { standing: 1, energy: 1 }
}

/** What keeps prices from being those of a tariff, by field. */
export function pricesProblem(energy: Energy, tariff: string, prices: Prices): Record<string, string[]> | undefined {
  const counts = priceCounts(energy, tariff)
  if (!counts) return { tariff: ['tariff_unknown'] }
  if (prices.standing.length !== counts.standing) return { 'prices.standing': ['count_wrong'] }
  if (prices.energy.length !== counts.energy) return { 'prices.energy': ['count_wrong'] }
  return energy === 'gas' && prices.surplus !== null ? { 'prices.surplus': ['surplus_of_gas'] } : undefined
}

/** Prices as the bill calculation reads them. */
export function billedPrices(energy: Energy, prices: Prices): ElectricityPrices | GasPrices {
  const { standing, energy: eurPerKwh, surplus, standingDiscount, energyDiscount } = prices
  const of = (name: string, percent: Decimal | null) => (percent === null ? {} : { [name]: percent })
  if (energy === 'gas')
    return {
      fixed: standing[0]!,
      variableEurPerKwh: eurPerKwh[0]!,
      discounts: { ...of('gas_fixed', standingDiscount), ...of('gas_variable', energyDiscount) },
    }
  return {
    powerPerKw: standing,
    energyEurPerKwh: eurPerKwh,
    surplusEurPerKwh: surplus,
    discounts: { ...of('power', standingDiscount), ...of('energy', energyDiscount) },
  }
}

/** The prices that the bill calculation reads, as operators see them. */
export function pricesOfBill(energy: Energy, billed: ElectricityPrices | GasPrices): Prices {
  if (energy === 'gas') {
    const { fixed, variableEurPerKwh, discounts } = billed as GasPrices
    return {
      ...{ standing: [fixed], energy: [variableEurPerKwh], surplus: null },
      standingDiscount: discounts.gas_fixed ?? null,
      energyDiscount: discounts.gas_variable ?? null,
    }
  }
  const { powerPerKw, energyEurPerKwh, surplusEurPerKwh, discounts } = billed as ElectricityPrices
  return {
    ...{ standing: powerPerKw, energy: energyEurPerKwh, surplus: surplusEurPerKwh },
    standingDiscount: discounts.power ?? null,
    energyDiscount: discounts.energy ?? null,
  }
}

/** Whether a price list is over, holds today, or is to come and can still be changed. */
export function standingOf(
  { validFrom, validTo }: { validFrom: MarketDay; validTo: MarketDay | null },
  today: MarketDay,
): 'past' | 'in_force' | 'planned' {
  if (validFrom > today) return 'planned'
  return validTo !== null && validTo <= today ? 'past' : 'in_force'
}

/**
 * Whether a price list may begin on a day: from tomorrow on, because what holds has been told and billed; today too where a
 * tariff had no prices until now.
 */
export function mayBegin(
  validFrom: MarketDay,
  { today, hasPrices }: { today: MarketDay; hasPrices: boolean },
): boolean {
  return validFrom > today || (validFrom === today && !hasPrices)
}

/** What is sold, and to whom it is shown, on a day. */
export function saleOf(
  { isArchived, sale }: { isArchived: boolean; sale: { fromDay: MarketDay; toDay: MarketDay | null } | null },
  today: MarketDay,
): 'on_sale' | 'planned' | 'ended' | 'not_offered' | 'archived' {
  if (isArchived) return 'archived'
  if (!sale) return 'not_offered'
  if (sale.fromDay > today) return 'planned'
  return sale.toDay !== null && sale.toDay <= today ? 'ended' : 'on_sale'
}

/** A household or business to tell the cost of a year by. */
export type Sample = { zone: TariffZone; powerWatts: number; yearKwh: number }

/** What a form begins with: an ordinary supply of the tariff. */
export function sampleOf(energy: Energy, tariff: string): Sample {
  if (energy === 'gas') return { zone: 'peninsula', powerWatts: 0, yearKwh: tariff === 'RL.1' ? 3_000 : 8_000 }
  if (tariff === '2.0TD') return { zone: 'peninsula', powerWatts: 4_600, yearKwh: 3_000 }
  return { zone: 'peninsula', powerWatts: 20_000, yearKwh: 30_000 }
}

export const zones = ['peninsula', 'baleares', 'canarias', 'ceuta', 'melilla'] as const satisfies readonly TariffZone[]
export const mostYearKwh = 100_000_000
export const mostPowerKw = 100_000
