import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import { curveDays } from './curve-days.ts'
import type { CurveFileEvent } from './curve-file-event.ts'
import type { RecognisedFile } from './format.ts'
import { RefusedFile, RefusedLine } from './refused.ts'

/** What is known of a file apart from its content: the supply point if it names none, clocks, and its version. */
export type Circumstances = {
  cups: string
  timeZoneOf(cups: string): MarketTimeZone
  version: number
  /** Later days are refused. */
  latestDay: MarketDay
}

/** The days and refusals of a recognised file, and its end; of one that breaks off, what came before the break. */
export async function* readRecords(
  name: string,
  file: RecognisedFile,
  { cups, timeZoneOf, version, latestDay }: Circumstances,
  batches: AsyncIterable<string[]>,
): AsyncGenerator<CurveFileEvent> {
  const events: CurveFileEvent[] = []
  const days = curveDays({
    file,
    version,
    timeZoneOf,
    latestDay,
    onDay: (day) => events.push({ kind: 'day', file: name, day }),
    onRefused: (line, code) => events.push({ kind: 'refused', file: name, line, code }),
  })

  /** Whether the line is a record, good or refused. */
  function take(text: string, line: number): boolean {
    try {
      const record = file.readLine(text)
      if (record === null) return false
      days.add(record.cups === '' ? { ...record, cups } : record, line)
    } catch (error) {
      if (!(error instanceof RefusedLine)) throw error
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
        if (line > file.headerLines && text.trim() !== '' && take(text, line)) records++
      }
      yield* events.splice(0)
    }
  } catch (error) {
    if (!(error instanceof RefusedFile)) throw error
    isBroken = true
    events.push({ kind: 'refused', file: name, line: null, code: error.code })
  }
  days.close()
  if (records === 0 && !isBroken) events.push({ kind: 'refused', file: name, line: null, code: 'no_records' })
  yield* events
  yield { kind: 'finished', file: name, records }
}
