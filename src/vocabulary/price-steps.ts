import type { MarketDay } from './day.ts'
import { type EnergyTariff, energyPeriodAt, energyTariffs, type Period, type TariffZone } from './tariff-periods.ts'

/** A stretch of a day in one tariff period; hours of the wall clock. */
export type PriceStep = { from: number; to: number; period: Period }

type Priced = { tariff: string; day: MarketDay; zone?: TariffZone }

/** A day's prices as steps, on the peninsula unless said otherwise; none where the tariff has no periods of energy. */
export function priceStepsOf({ tariff, day, zone = 'peninsula' }: Priced): PriceStep[] {
  if (!isEnergyTariff(tariff)) return []
  const steps: PriceStep[] = []
  for (let hour = 0; hour < 24; hour++) {
    const period = energyPeriodAt({ tariff, zone, day, hour })
    const last = steps.at(-1)
    if (last?.period === period) last.to = hour + 1
    else steps.push({ from: hour, to: hour + 1, period })
  }
  return steps
}

/** The step in which an hour of the day is, minutes as a fraction. */
export function stepAt(steps: readonly PriceStep[], hour: number): PriceStep | undefined {
  return steps.find(({ from, to }) => hour >= from && hour < to)
}

/** Whether a tariff is one of those that bill energy by periods. */
export function isEnergyTariff(tariff: string): tariff is EnergyTariff {
  return energyTariffs.some((known) => known === tariff)
}
