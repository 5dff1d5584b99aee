import type { MarketDay } from './day.ts'
import { type EnergyTariff, energyPeriodAt, energyTariffs, type Period, type TariffZone } from './tariff-periods.ts'

/** A part of a day in one tariff period, in wall-clock hours. */
export type PriceStep = { from: number; to: number; period: Period }

type PriceStepsInput = { tariff: string; day: MarketDay; zone?: TariffZone }

/** Returns a day's prices as steps, by default on the peninsula; none where the tariff has no energy periods. */
export function priceStepsOf({ tariff, day, zone = 'peninsula' }: PriceStepsInput): PriceStep[] {
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

/** Returns the step that contains an hour of the day, with minutes as a fraction. */
export function stepAt(steps: readonly PriceStep[], hour: number): PriceStep | undefined {
  return steps.find(({ from, to }) => hour >= from && hour < to)
}

/** Checks whether a tariff bills energy by periods. */
export function isEnergyTariff(tariff: string): tariff is EnergyTariff {
  return energyTariffs.some((energyTariff) => energyTariff === tariff)
}
