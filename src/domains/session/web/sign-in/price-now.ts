import type { DayStep } from '#kit/web/graphics/step-shapes.ts'
import { readMadridClock } from '#vocabulary/madrid-clock.ts'
import { periodNameOf } from '#vocabulary/period-name.ts'
import { priceStepsOf, stepAt } from '#vocabulary/price-steps.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

/** The price level of an hour in the tariff of most homes, 2.0TD on the peninsula. */
export type PriceLevel = 'peak' | 'flat' | 'valley'

export type CurrentPrice = {
  /** The price levels of the day as steps. */
  steps: DayStep[]
  /** The position within the day, in hours with their fraction. */
  hour: number
  /** The local time: `16:20`. */
  time: string
  level: PriceLevel
  /** When the price changes: a time of the same day, its end, or not at all. */
  until: 'allDay' | 'midnight' | string
}

const heights = { peak: 3, flat: 2, valley: 1 } as const

/**
 * Returns the price levels of the day that contains an instant, in Madrid time, and the position of the instant in it.
 */
export function currentPriceAt(instant: Date): CurrentPrice {
  const { day, hour, time } = readMadridClock(instant)
  const steps = priceStepsOf({ tariff: '2.0TD', day })
  const { period, to } = stepAt(steps, hour)!
  return {
    // On a day with one price level, its step is not lower than another.
    steps: steps.map((step) => ({
      from: step.from,
      to: step.to,
      level: steps.length === 1 ? heights.flat : heights[levelOf(step.period)],
    })),
    hour,
    time,
    level: levelOf(period),
    until: steps.length === 1 ? 'allDay' : to === 24 ? 'midnight' : `${to}:00`,
  }
}

function levelOf(period: Period): PriceLevel {
  return periodNameOf(period, 3)!
}
