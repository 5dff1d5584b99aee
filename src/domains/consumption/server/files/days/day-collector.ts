import { LRUCache } from 'lru-cache'
import type { MarketDay } from '#vocabulary/day.ts'
import { countHoursOf, type IntervalEnd, intervalIndexOfEnd, type MarketTimeZone } from '#vocabulary/market-time.ts'
import { type CurveDay, type CurveRefusal, type CurveStep, maxIntervalWh } from '../../../curve.ts'
import type { CurveRecord, RecognisedFile } from '../formats/format.ts'
import { RefusedLineError } from '../refused-errors.ts'
import { buildDay, createDayBuilder, type DayBuilder, setRecord } from './day-builder.ts'
import { findDstDayIndexes } from './dst-day.ts'
import { type IntervalEndLabel, listIntervalEnds } from './interval-ends.ts'

/** The maximum number of incomplete days in memory; a file sorted by time needs one or two per supply point. */
const MAX_OPEN_DAYS = 50_000
/** The maximum number of complete days that are remembered, to compare repetitions with them. */
const MAX_REMEMBERED_DAYS = 10_000

export type DayCollector = {
  /**
   * Adds a record to its day. Throws `RefusedLineError` if the day has no such interval or the interval has another
   * value.
   */
  add(record: CurveRecord, line: number): void
  /** Emits the days that remained incomplete. */
  close(): void
}

/** The consumer of the days, and the options for all of them. */
type DayCollectorOptions = {
  file: RecognisedFile
  version: number
  timeZoneOf(cups: string): MarketTimeZone
  latestDay: MarketDay
  onDay(day: CurveDay): void
  onRefused(line: number, code: CurveRefusal): void
}

/**
 * Creates a collector that builds days from records in any order. A complete day is emitted at once, the others at the
 * end or when too many are open; later records of such a day are emitted as another part of it. Memory is therefore
 * bounded by the number of days, not by the file. Days on which the clocks change are deferred to the end if records
 * have no season, since all records are needed to locate one.
 */
export function createDayCollector({
  file,
  version,
  timeZoneOf,
  latestDay,
  onDay,
  onRefused,
}: DayCollectorOptions): DayCollector {
  const open = new Map<string, DayBuilder>()
  const complete = new LRUCache<string, DayBuilder>({ max: MAX_REMEMBERED_DAYS })

  function add(record: CurveRecord, line: number): void {
    const zone = timeZoneOf(record.cups)
    const position = findPosition(record, file, zone)
    if (position.day > latestDay) throw new RefusedLineError('date_in_future')
    if (isTooLarge(record, file.stepMinutes)) throw new RefusedLineError('number_too_large')
    const key = `${position.day} ${record.cups}`
    const day = open.get(key) ?? complete.get(key) ?? startDay(key, position.day, zone)
    if (position.index === null) day.deferred.push({ record, line })
    else setRecord(day, position.index, record)
    if (day.missing === 0 && open.delete(key)) {
      complete.set(key, day)
      onDay(buildDay(day, file, version))
    }
  }

  function startDay(key: string, day: MarketDay, zone: MarketTimeZone): DayBuilder {
    if (open.size >= MAX_OPEN_DAYS) {
      const [oldest, unfinished] = open.entries().next().value!
      open.delete(oldest)
      finishDay(unfinished)
    }
    // Sliced from the key, because a substring of a line keeps the whole text around it in memory.
    const cups = key.slice('YYYY-MM-DD '.length)
    const builder = createDayBuilder(cups, day, zone, file.stepMinutes)
    open.set(key, builder)
    return builder
  }

  function finishDay(day: DayBuilder): void {
    setDeferredRecords(day, file, onRefused)
    if (day.missing < day.importWh.length) onDay(buildDay(day, file, version))
  }

  return {
    add,
    close() {
      for (const day of open.values()) finishDay(day)
      open.clear()
    },
  }
}

function isTooLarge({ importWh, exportWh, reactiveVarh }: CurveRecord, step: CurveStep): boolean {
  return Math.max(importWh ?? 0, exportWh ?? 0, reactiveVarh ?? 0) > maxIntervalWh(step)
}

/** Returns the interval of a record; a null index if only all records of the day together determine it. */
function findPosition(
  { end }: CurveRecord,
  { stepMinutes }: RecognisedFile,
  zone: MarketTimeZone,
): { day: MarketDay; index: number | null } {
  if (end.minutes % stepMinutes !== 0) throw new RefusedLineError('time_off_step')
  if (end.summer === undefined && countHoursOf(end.localDate, zone) !== 24) return { day: end.localDate, index: null }
  const position = intervalIndexOfEnd(end, stepMinutes, zone)
  if (!position) throw new RefusedLineError('hour_not_in_day')
  const label = listIntervalEnds(position.day, stepMinutes, zone)[position.index]!
  if (end.summer !== undefined && !isSeasonOf(end, label)) throw new RefusedLineError('season_wrong')
  return position
}

/**
 * Checks the season of a label, because the instant at which the clocks change has two labels, each with its own
 * season.
 */
function isSeasonOf({ minutes, summer }: IntervalEnd, label: IntervalEndLabel): boolean {
  const hasUsualName = (minutes || 1440) === label.minutes
  return (summer === label.summer) === hasUsualName
}

function setDeferredRecords(day: DayBuilder, file: RecognisedFile, onRefused: DayCollectorOptions['onRefused']): void {
  if (day.deferred.length === 0) return
  const labels = day.deferred.map(({ record }) => record.end.minutes)
  const indexes = findDstDayIndexes(labels, file.numbering, { day: day.day, step: file.stepMinutes, zone: day.zone })
  for (const [at, { record, line }] of day.deferred.entries()) {
    try {
      const index = indexes[at]!
      if (index === null) throw new RefusedLineError('hour_not_in_day')
      setRecord(day, index, record)
    } catch (error) {
      if (!(error instanceof RefusedLineError)) throw error
      onRefused(line, error.code)
    }
  }
}
