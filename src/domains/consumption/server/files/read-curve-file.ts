import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import type { CurveFileEvent } from './curve-file-event.ts'
import { recogniseFile } from './formats.ts'
import { peek } from './peek.ts'
import { type Circumstances, readRecords } from './read-records.ts'
import { RefusedFile } from './refused.ts'
import { textLines } from './text-lines.ts'
import { unpack } from './unpack.ts'
import type { NamedBytes } from './unzip.ts'

export type CurveFileOptions = {
  /** The supply point of files that name none. */
  cups?: string
  /** The clock of a supply point; Madrid's unless told otherwise. */
  timeZoneOf?: (cups: string) => MarketTimeZone
  /** The last day that may be told; later ones are refused. */
  latestDay?: MarketDay
}

/** Enough for some days of quarter hours, and for a day of hours after a long list of broken lines. */
const HEAD_LINES = 500

/**
 * Reads a file of curves, plain or packed as .gz, .zip (every file in it) or .bz2, in any of the formats of `formats.ts`,
 * told by its content. Yields each market day as soon as all its intervals are known, sound ones only: broken lines and
 * files are refused one by one, archives by their checksums. Memory is bounded whatever the size of the file; an archive is
 * held in its compressed form.
 */
export async function* readCurveFile(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
  { cups = '', timeZoneOf = () => 'Europe/Madrid', latestDay = '9999-12-31' }: CurveFileOptions = {},
): AsyncGenerator<CurveFileEvent> {
  const version = versionIn(fileName) ?? 0
  try {
    for await (const file of unpack({ name: fileName, bytes: source })) {
      yield* readPlainFile(file, { cups, timeZoneOf, latestDay, version: versionIn(file.name) ?? version })
    }
  } catch (error) {
    yield refusalOf(fileName, error)
  }
}

async function* readPlainFile({ name, bytes }: NamedBytes, known: Circumstances): AsyncGenerator<CurveFileEvent> {
  const { first, whole } = await peek(textLines(bytes), HEAD_LINES)
  try {
    // Nothing to be seen: either there is nothing, or it broke off before the first line.
    if (first.length === 0) await whole.next()
    const file = recogniseFile({ fileName: name, lines: first.flat() })
    if (!file.namesCups && known.cups === '') throw new RefusedFile('cups_missing')

    yield { kind: 'recognised', file: name, source: file.source, stepMinutes: file.stepMinutes, version: known.version }
    yield* readRecords(name, file, known, whole)
  } catch (error) {
    yield refusalOf(name, error)
  } finally {
    await whole.return(undefined)
  }
}

function refusalOf(file: string, error: unknown): CurveFileEvent {
  if (!(error instanceof RefusedFile)) throw error
  return { kind: 'refused', file, line: null, code: error.code }
}

/** The version that ends a distributor's file name: `F5D_0021_0999_20260801.2.bz2` is the third, 2. */
function versionIn(fileName: string): number | null {
  const version = /_\d{6,8}\.(\d{1,3})(\.(gz|bz2|zip|txt|csv))*$/i.exec(fileName)?.[1]
  return version === undefined ? null : Number(version)
}
