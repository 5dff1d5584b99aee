import type { MarketDay } from '#vocabulary/day.ts'
import type { MarketTimeZone } from '#vocabulary/market-time.ts'
import { peek } from './archives/peek.ts'
import { unpack } from './archives/unpack.ts'
import type { NamedBytes } from './archives/unzip.ts'
import type { CurveFileEvent } from './curve-file-event.ts'
import { recogniseFile } from './formats/formats.ts'
import { type CurveFileContext, readRecords } from './read-records.ts'
import { RefusedFileError } from './refused-errors.ts'
import { readTextLines } from './text-lines.ts'

export type CurveFileOptions = {
  /** The supply point for files that name none. */
  cups?: string
  /** Returns the time zone of a supply point; Madrid's by default. */
  timeZoneOf?: (cups: string) => MarketTimeZone
  /** The last allowed day; later ones are refused. */
  latestDay?: MarketDay
}

/** Enough for some days of quarter hours, and for a day of hours after a long list of broken lines. */
const HEAD_LINES = 500

/**
 * Reads a file of curves, plain or packed as .gz, .zip (every file in it) or .bz2, in any of the formats of
 * `formats.ts`, detected from its content. Yields each market day as soon as all its intervals are known, and only
 * valid ones: broken lines and files are refused individually, archives by their checksums. Memory is bounded whatever
 * the size of the file; an archive is held in its compressed form.
 */
export async function* readCurveFile(
  source: AsyncIterable<Uint8Array>,
  fileName: string,
  { cups = '', timeZoneOf = () => 'Europe/Madrid', latestDay = '9999-12-31' }: CurveFileOptions = {},
): AsyncGenerator<CurveFileEvent> {
  const version = parseFileVersion(fileName) ?? 0
  try {
    for await (const file of unpack({ name: fileName, bytes: source })) {
      yield* readPlainFile(file, { cups, timeZoneOf, latestDay, version: parseFileVersion(file.name) ?? version })
    }
  } catch (error) {
    yield refusalEventOf(fileName, error)
  }
}

async function* readPlainFile({ name, bytes }: NamedBytes, context: CurveFileContext): AsyncGenerator<CurveFileEvent> {
  const { first, whole } = await peek(readTextLines(bytes), HEAD_LINES)
  try {
    // No lines: either the file is empty, or it failed before the first line.
    if (first.length === 0) await whole.next()
    const file = recogniseFile({ fileName: name, lines: first.flat() })
    if (!file.namesCups && context.cups === '') throw new RefusedFileError('cups_missing')

    yield {
      kind: 'recognised',
      file: name,
      source: file.source,
      stepMinutes: file.stepMinutes,
      version: context.version,
    }
    yield* readRecords(name, file, context, whole)
  } catch (error) {
    yield refusalEventOf(name, error)
  } finally {
    await whole.return(undefined)
  }
}

function refusalEventOf(file: string, error: unknown): CurveFileEvent {
  if (!(error instanceof RefusedFileError)) throw error
  return { kind: 'refused', file, line: null, code: error.code }
}

/**
 * Parses the version at the end of a distributor's file name: `F5D_0021_0999_20260801.2.bz2` is the third version, 2.
 */
function parseFileVersion(fileName: string): number | null {
  const version = /_\d{6,8}\.(\d{1,3})(\.(gz|bz2|zip|txt|csv))*$/i.exec(fileName)?.[1]
  return version === undefined ? null : Number(version)
}
