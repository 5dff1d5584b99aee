import type { Step } from '#kit/web/step-shapes.ts'
import { madridClock } from '#vocabulary/madrid-clock.ts'
import { periodWord } from '#vocabulary/period-word.ts'
import { priceStepsOf, stepAt } from '#vocabulary/price-steps.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'

/** What an hour costs in the tariff of most homes, 2.0TD on the peninsula. */
export type PriceLevel = 'peak' | 'flat' | 'valley'

export type PriceNow = {
  /** The day as a staircase of its prices. */
  steps: Step[]
  /** Where in the day it is, in hours with their fraction. */
  hour: number
  /** What clocks show: `16:20`. */
  time: string
  level: PriceLevel
  /** When the price changes: a time of the same day, its end, or not at all. */
  until: 'allDay' | 'midnight' | string
}

const heights = { peak: 3, flat: 2, valley: 1 } as const

/** The prices of the day of an instant as clocks in Madrid show it, and where in it the instant is. */
export function priceAt(instant: Date): PriceNow {
  const { day, hour, time } = madridClock(instant)
  const steps = priceStepsOf({ tariff: '2.0TD', day })
  const { period, to } = stepAt(steps, hour)!
  return {
    // On a day of one price there is nothing for its step to be lower than.
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
  return periodWord(period, 3)!
}
