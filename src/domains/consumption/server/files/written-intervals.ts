import { addDays } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveDay, ReadingQuality } from '../../curve.ts'
import { listIntervalEnds } from './days/interval-ends.ts'

/** One interval of a day, ready to be written as a line. */
export type WrittenInterval = {
  /** The end of the interval, `2021/06/01 01:00`; the last of the day is `2021/06/02 00:00`. */
  end: string
  /** The end in minutes after midnight of its day; the last is 1440. */
  minutes: number
  season: 0 | 1
  importWh: number | null
  exportWh: number | null
  reactiveVarh: number | null
  /** `R` if there is no value: the line then has empty fields. */
  quality: Exclude<ReadingQuality, '-'>
}

/**
 * Yields every interval of a day, including those without a value, so that a reader without season flags counts
 * correctly.
 */
export function* listWrittenIntervals(day: CurveDay, zone: MarketTimeZone): Generator<WrittenInterval> {
  for (const [index, { minutes, summer }] of listIntervalEnds(day.day, day.stepMinutes, zone).entries()) {
    const quality = day.quality?.[index] as ReadingQuality | undefined
    yield {
      end: `${dateOf(day, minutes)} ${formatClockTime(minutes % 1440)}`,
      minutes,
      season: summer,
      importWh: day.importWh[index]!,
      exportWh: day.exportWh?.[index] ?? null,
      reactiveVarh: day.reactiveVarh?.[index] ?? null,
      quality: quality === undefined || quality === '-' ? 'R' : quality,
    }
  }
}

/** Formats minutes after midnight as `01:15`, up to `24:00`. */
export function formatClockTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}

function dateOf({ day }: CurveDay, minutes: number): string {
  return (minutes === 1440 ? addDays(day, 1) : day).replaceAll('-', '/')
}
