import type { CurveDay } from '#domains/consumption/curve.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { DemoCurve, DemoSupply } from '../cast/demo-holder.ts'
import { type Random, randomOf } from '../random.ts'
import { isBetween } from './load.ts'
import { todayOf } from './today.ts'

type Metered = Pick<DemoSupply, 'cups' | 'powerWatts'> & { meter: DemoCurve }

/** Panels and use are set against each other within minutes, not over an hour. */
const nettingMinutes = 15
const estimatedShare = 0.004

/** What the meter counts in each interval of a day, as its file will tell. */
export function meteredDay(supply: Metered, day: MarketDay): CurveDay {
  const { cups, meter } = supply
  const random = randomOf('load', cups, day)
  const { importWh, exportWh } = meter.panels ? netted(supply, day, random) : used(supply, day, random)
  const isEstimated = meter.format !== 'P5D' && random.share() < estimatedShare
  return {
    cups,
    day,
    source: meter.format,
    stepMinutes: meter.stepMinutes,
    importWh: withoutGap(importWh, meter, day),
    exportWh,
    reactiveVarh: isTelemetered(meter) ? importWh.map((wh) => Math.round(wh * random.between(0.22, 0.38))) : null,
    quality: isEstimated ? 'E'.repeat(importWh.length) : null,
    version: 0,
    invoice: null,
  }
}

/** Points above 50 kW, or whose retailer asked for it, are read at a distance, reactive energy included. */
function isTelemetered({ format }: DemoCurve): boolean {
  return format === 'P1D' || format === 'P2D'
}

type Energy = { importWh: number[]; exportWh: number[] | null }

function used({ powerWatts, meter: { load, stepMinutes } }: Metered, day: MarketDay, random: Random): Energy {
  const today = todayOf(day, stepMinutes)
  const wattsAt = load(today, random)
  const mostWatts = Math.max(...powerWatts)
  const importWh = today.moments.map((moment) => Math.round((Math.min(wattsAt(moment), mostWatts) * stepMinutes) / 60))
  return { importWh, exportWh: null }
}

function netted({ powerWatts, meter }: Metered, day: MarketDay, random: Random): Energy {
  const today = todayOf(day, nettingMinutes)
  const usedAt = meter.load(today, random)
  const madeAt = meter.panels!(today, random)
  const mostWatts = Math.max(...powerWatts)
  const perInterval = meter.stepMinutes / nettingMinutes
  const importWh = new Array<number>(today.moments.length / perInterval).fill(0)
  const exportWh = [...importWh]
  for (const [quarter, moment] of today.moments.entries()) {
    const watts = Math.min(usedAt(moment), mostWatts) - madeAt(moment)
    const wh = Math.round((watts * nettingMinutes) / 60)
    const interval = Math.floor(quarter / perInterval)
    if (wh > 0) importWh[interval]! += wh
    else exportWh[interval]! -= wh
  }
  return { importWh, exportWh }
}

function withoutGap(importWh: number[], { gap, stepMinutes }: DemoCurve, day: MarketDay): (number | null)[] {
  if (gap?.day !== day) return importWh
  const { moments } = todayOf(day, stepMinutes)
  return importWh.map((wh, index) => (isBetween(moments[index]!.hour, gap.fromHour, gap.toHour) ? null : wh))
}
