import { electricityAccessTariffs, gasAccessTariffs } from '#vocabulary/access-tariffs.ts'
import type { StandingCharge } from '#vocabulary/bill.ts'
import type { ElectricityPrices } from '#vocabulary/bill-electricity.ts'
import type { GasPrices } from '#vocabulary/bill-gas.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Decimal } from '#vocabulary/decimal.ts'
import { energyPeriodCount, energyTariffs, powerPeriodCount, type TariffZone } from '#vocabulary/tariff-periods.ts'

export type Energy = 'electricity' | 'gas'

/** The filters of the product list. */
export const productFilters = ['current', 'on_sale', 'archived', 'all'] as const
export type ProductFilter = (typeof productFilters)[number]

/**
 * The prices of a product in a tariff, in one format for electricity and gas: one standing charge per power period, or
 * a single fixed one.
 */
export type Prices = {
  standing: readonly StandingCharge[]
  energy: readonly Decimal[]
  surplus: Decimal | null
  /** The permanent discount in percent. */
  standingDiscount: Decimal | null
  energyDiscount: Decimal | null
}

/** Returns the tariffs for which a product of the energy can have prices. */
export function tariffsOf(energy: Energy): readonly string[] {
  return (energy === 'electricity' ? electricityAccessTariffs : gasAccessTariffs).map(({ name }) => name)
}

/** Returns the number of standing charges and energy prices of a tariff, or undefined for an unknown tariff. */
export function priceCountsOf(energy: Energy, tariff: string): { standing: number; energy: number } | undefined {
  if (!tariffsOf(energy).includes(tariff)) return undefined
  const known = energyTariffs.find((name) => name === tariff)
  return known ? { standing: powerPeriodCount(known), energy: energyPeriodCount(known) } : { standing: 1, energy: 1 }
}

/** Returns why the prices do not fit the tariff, by field. */
export function findPricesProblem(
  energy: Energy,
  tariff: string,
  prices: Prices,
): Record<string, string[]> | undefined {
  const counts = priceCountsOf(energy, tariff)
  if (!counts) return { tariff: ['tariff_unknown'] }
  if (prices.standing.length !== counts.standing) return { 'prices.standing': ['count_wrong'] }
  if (prices.energy.length !== counts.energy) return { 'prices.energy': ['count_wrong'] }
  return energy === 'gas' && prices.surplus !== null ? { 'prices.surplus': ['surplus_of_gas'] } : undefined
}

/** Converts prices to the format of the bill calculation. */
export function toBilledPrices(energy: Energy, prices: Prices): ElectricityPrices | GasPrices {
  const { standing, energy: eurPerKwh, surplus, standingDiscount, energyDiscount } = prices
  const discount = (name: string, percent: Decimal | null) => (percent === null ? {} : { [name]: percent })
  if (energy === 'gas')
    return {
      fixed: standing[0]!,
      variableEurPerKwh: eurPerKwh[0]!,
      discounts: { ...discount('gas_fixed', standingDiscount), ...discount('gas_variable', energyDiscount) },
    }
  return {
    powerPerKw: standing,
    energyEurPerKwh: eurPerKwh,
    surplusEurPerKwh: surplus,
    discounts: { ...discount('power', standingDiscount), ...discount('energy', energyDiscount) },
  }
}

/** Converts prices from the format of the bill calculation to the one shown to operators. */
export function fromBilledPrices(energy: Energy, billed: ElectricityPrices | GasPrices): Prices {
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

/** Returns whether a price list is past, in force, or planned and still editable. */
export function priceListStatusOf(
  { validFrom, validTo }: { validFrom: MarketDay; validTo: MarketDay | null },
  today: MarketDay,
): 'past' | 'in_force' | 'planned' {
  if (validFrom > today) return 'planned'
  return validTo !== null && validTo <= today ? 'past' : 'in_force'
}

/**
 * Checks whether a price list may start on a day. The earliest is tomorrow, because current prices have been published
 * and billed, or today for a tariff without prices so far.
 */
export function mayPriceListBegin(
  validFrom: MarketDay,
  { today, hasPrices }: { today: MarketDay; hasPrices: boolean },
): boolean {
  return validFrom > today || (validFrom === today && !hasPrices)
}

/** Returns the sale state of a product on a day. */
export function saleStateOf(
  { isArchived, sale }: { isArchived: boolean; sale: { fromDay: MarketDay; toDay: MarketDay | null } | null },
  today: MarketDay,
): 'on_sale' | 'planned' | 'ended' | 'not_offered' | 'archived' {
  if (isArchived) return 'archived'
  if (!sale) return 'not_offered'
  if (sale.fromDay > today) return 'planned'
  return sale.toDay !== null && sale.toDay <= today ? 'ended' : 'on_sale'
}

/** A sample household or business for which the yearly cost is calculated. */
export type SampleSupply = { zone: TariffZone; powerWatts: number; yearKwh: number }

/** Returns the initial values of the form: a typical supply of the tariff. */
export function sampleSupplyOf(energy: Energy, tariff: string): SampleSupply {
  if (energy === 'gas') return { zone: 'peninsula', powerWatts: 0, yearKwh: tariff === 'RL.1' ? 3_000 : 8_000 }
  if (tariff === '2.0TD') return { zone: 'peninsula', powerWatts: 4_600, yearKwh: 3_000 }
  return { zone: 'peninsula', powerWatts: 20_000, yearKwh: 30_000 }
}

export const zones = ['peninsula', 'baleares', 'canarias', 'ceuta', 'melilla'] as const satisfies readonly TariffZone[]
export const maxYearKwh = 100_000_000
export const maxPowerKw = 100_000
