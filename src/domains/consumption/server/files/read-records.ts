import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveFileEvent } from './curve-file-event.ts'
import { createDayCollector } from './days/day-collector.ts'
import type { RecognisedFile } from './formats/format.ts'
import { RefusedFileError, RefusedLineError } from './refused-errors.ts'

/**
 * What is known of a file apart from its content: the supply point if the file names none, time zones, and its version.
 */
export type CurveFileContext = {
  cups: string
  timeZoneOf(cups: string): MarketTimeZone
  version: number
  /** Later days are refused. */
  latestDay: MarketDay
}

/**
 * Yields the days and refusals of a recognised file, and its end. If the file breaks off, yields everything before the
 * break.
 */
export async function* readRecords(
  name: string,
  file: RecognisedFile,
  { cups, timeZoneOf, version, latestDay }: CurveFileContext,
  batches: AsyncIterable<string[]>,
): AsyncGenerator<CurveFileEvent> {
  const events: CurveFileEvent[] = []
  const collector = createDayCollector({
    file,
    version,
    timeZoneOf,
    latestDay,
    onDay: (day) => events.push({ kind: 'day', file: name, day }),
    onRefused: (line, code) => events.push({ kind: 'refused', file: name, line, code }),
  })

  /** Adds a line and returns whether it is a record, valid or refused. */
  function addLine(text: string, line: number): boolean {
    try {
      const record = file.readLine(text)
      if (record === null) return false
      collector.add(record.cups === '' ? { ...record, cups } : record, line)
    } catch (error) {
      if (!(error instanceof RefusedLineError)) throw error
      events.push({ kind: 'refused', file: name, line, code: error.code })
    }
    return true
  }

  let line = 0
  let records = 0
  let isBroken = false
  try {
    for await (const batch of batches) {
      for (const text of batch) {
        line++
        if (line > file.headerLines && text.trim() !== '' && addLine(text, line)) records++
      }
      yield* events.splice(0)
    }
  } catch (error) {
    if (!(error instanceof RefusedFileError)) throw error
    isBroken = true
    events.push({ kind: 'refused', file: name, line: null, code: error.code })
  }
  collector.close()
  if (records === 0 && !isBroken) events.push({ kind: 'refused', file: name, line: null, code: 'no_records' })
  yield* events
  yield { kind: 'finished', file: name, records }
}
