import { LRUCache } from 'lru-cache'
import type { MarketDay } from '#vocabulary/day.ts'
import { hoursOf, type IntervalEnd, intervalIndexOfEnd, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type CurveDay, type CurveRefusal, type CurveStep, mostWhOf } from '../../curve.ts'
import { placeOnChangeDay } from './change-day.ts'
import type { CurveRecord, RecognisedFile } from './format.ts'
import { type IntervalEndLabel, intervalEnds } from './interval-ends.ts'
import { emptyDay, finishedDay, type OpenDay, put } from './open-day.ts'
import { RefusedLine } from './refused.ts'

/** Incomplete days that are kept open; a file sorted by time has one or two per supply point. */
const MAX_OPEN_DAYS = 50_000
/** Complete days that are remembered, to compare what repeats them. */
const MAX_REMEMBERED_DAYS = 10_000

export type CurveDays = {
  /** Puts a record into its day. Throws `RefusedLine` when the day has no such interval or holds another value there. */
  add(record: CurveRecord, line: number): void
  /** Hands over the days that remained incomplete. */
  close(): void
}

/** Where the days go, and what is known about all of them. */
type Surroundings = {
  file: RecognisedFile
  version: number
  timeZoneOf(cups: string): MarketTimeZone
  latestDay: MarketDay
  onDay(day: CurveDay): void
  onRefused(line: number, code: CurveRefusal): void
}

/**
 * Builds days from records in any order. A complete day is handed over at once, the others at the end, or when too many are
 * open: then what comes later for such a day is handed over as another part of it. So memory stays bounded by days, not by
 * the file. Days on which the clocks change wait for the end where records bear no season, since all are needed to place one.
 */
export function curveDays({ file, version, timeZoneOf, latestDay, onDay, onRefused }: Surroundings): CurveDays {
  const open = new Map<string, OpenDay>()
  const complete = new LRUCache<string, OpenDay>({ max: MAX_REMEMBERED_DAYS })

  function add(record: CurveRecord, line: number): void {
    const zone = timeZoneOf(record.cups)
    const place = placeOf(record, file, zone)
    if (place.day > latestDay) throw new RefusedLine('date_in_future')
    if (isTooLarge(record, file.stepMinutes)) throw new RefusedLine('number_too_large')
    const key = `${place.day} ${record.cups}`
    const day = open.get(key) ?? complete.get(key) ?? begin(key, place.day, zone)
    if (place.index === null) day.waiting.push({ record, line })
    else put(day, place.index, record)
    if (day.missing === 0 && open.delete(key)) {
      complete.set(key, day)
      onDay(finishedDay(day, file, version))
    }
  }

  function begin(key: string, day: MarketDay, zone: MarketTimeZone): OpenDay {
    if (open.size >= MAX_OPEN_DAYS) {
      const [oldest, unfinished] = open.entries().next().value!
      open.delete(oldest)
      end(unfinished)
    }
    // Taken from the key, because a piece of a line keeps the whole text around it in memory.
    const cups = key.slice('YYYY-MM-DD '.length)
    const begun = emptyDay(cups, day, zone, file.stepMinutes)
    open.set(key, begun)
    return begun
  }

  function end(day: OpenDay): void {
    placeWaiting(day, file, onRefused)
    if (day.missing < day.importWh.length) onDay(finishedDay(day, file, version))
  }

  return {
    add,
    close() {
      for (const day of open.values()) end(day)
      open.clear()
    },
  }
}

function isTooLarge({ importWh, exportWh, reactiveVarh }: CurveRecord, step: CurveStep): boolean {
  return Math.max(importWh ?? 0, exportWh ?? 0, reactiveVarh ?? 0) > mostWhOf(step)
}

/** The interval of a record; an index of null where only all records of the day can tell. */
function placeOf(
  { end }: CurveRecord,
  { stepMinutes }: RecognisedFile,
  zone: MarketTimeZone,
): { day: MarketDay; index: number | null } {
  if (end.minutes % stepMinutes !== 0) throw new RefusedLine('time_off_step')
  if (end.summer === undefined && hoursOf(end.localDate, zone) !== 24) return { day: end.localDate, index: null }
  const place = intervalIndexOfEnd(end, stepMinutes, zone)
  if (!place) throw new RefusedLine('hour_not_in_day')
  const label = intervalEnds(place.day, stepMinutes, zone)[place.index]!
  if (end.summer !== undefined && !isSeasonOf(end, label)) throw new RefusedLine('season_wrong')
  return place
}

/** The instant at which the clocks change bears two names, each with its own season. */
function isSeasonOf({ minutes, summer }: IntervalEnd, label: IntervalEndLabel): boolean {
  const hasUsualName = (minutes || 1440) === label.minutes
  return (summer === label.summer) === hasUsualName
}

function placeWaiting(day: OpenDay, file: RecognisedFile, onRefused: Surroundings['onRefused']): void {
  if (day.waiting.length === 0) return
  const labels = day.waiting.map(({ record }) => record.end.minutes)
  const places = placeOnChangeDay(labels, file.numbering, { day: day.day, step: file.stepMinutes, zone: day.zone })
  for (const [at, { record, line }] of day.waiting.entries()) {
    try {
      const index = places[at]!
      if (index === null) throw new RefusedLine('hour_not_in_day')
      put(day, index, record)
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error
      onRefused(line, error.code)
    }
  }
}
