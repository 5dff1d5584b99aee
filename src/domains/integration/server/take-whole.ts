import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import { type CurveFileReport, importCurves } from '#domains/consumption/server/import-curves.ts'
import type { ImportReport } from '#domains/contracts/server/import/report.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { importTowns, type TownsReport } from '#domains/geo/server/import-towns.ts'
import { type FuturesReport, importFutures } from '#domains/price-alerts/server/import-futures.ts'
import { importRegister, type RegisterReport } from '#domains/supply-register/server/import-register.ts'
import { bulkJsonLimits, parseLimitedJson } from '#kit/server/limited-json.ts'
import type { Reason } from '#kit/server/told-line.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { ImportKind } from '../rules.ts'
import { type F1Report, importF1, longestF1Bytes } from './f1/import-f1.ts'
import { lineKinds } from './line-kinds.ts'
import { reasonOfFile } from './reason-words.ts'
import type { BatchCounts } from './take-batch.ts'
import { takeFile } from './take-file.ts'
import { type ToldWhy, toldWhy } from './told-why.ts'

/** How many objects or intervals of a file went in, and how many stayed out. */
export type Counts = { accepted: number; refused: number }

/** A file by its name, which may be opened once; `cups` is the supply point of a meter file that names none. */
export type WholeFile = { name: string; sizeBytes: number; cups?: string; open: () => Promise<Readable> }

/** What the domain says that took a file in. */
export type WholeReport =
  | { of: 'lines'; report: BatchCounts }
  | { of: 'f1'; report: F1Report }
  | { of: 'contracts-file'; report: ImportReport }
  | { of: 'meter-file'; report: CurveFileReport[] }
  | { of: 'postcodes'; report: TownsReport }
  | { of: 'futures'; report: FuturesReport }
  | { of: 'supply-register'; report: RegisterReport }

type Needs = {
  db: Database
  files: Files
  clock: () => Date
  log: { warn(details: object, message: string): void }
  /** Takes in the report, piece by piece: what was refused and at the end the counts, each an object in JSON on a line. */
  write: (text: string) => Promise<void>
  /** Whether the program is about to end, so that a long file is left to another, which begins it anew. */
  isEnding?: () => boolean
  /** Hears how far it is: the bytes that were read, and the counts where they are known before the end. */
  onProgress?: (progress: { bytesRead: number } & Partial<Counts>) => Promise<void>
  /** Hears more than the counts, where the file could be read at all. */
  onReport?: (whole: WholeReport) => void
  /** How long a file may be that is read into memory. */
  longestTextBytes?: number
}

/** A file of which nothing can be read. */
class UnreadableFile extends Error {
  readonly reason: Reason

  constructor(...why: Parameters<typeof reasonOfFile<'file'>>) {
    super(why[1])
    this.reason = reasonOfFile(...why)
  }
}
class Left extends Error {}

const usualLongestTextBytes = 100_000_000

/** Takes in what a file says, as a file of its kind. `left` when the program ends before; what went in until then is the same when it is taken in again. */
export async function takeWhole(kind: ImportKind | null, file: WholeFile, needs: Needs): Promise<Counts | 'left'> {
  if (kind === null) return refusedWhole(needs, reasonOfFile('file', 'kind_unknown'))
  try {
    return await takenAs(kind, counted(file, needs), needs)
  } catch (error) {
    if (error instanceof Left) return 'left'
    if (error instanceof UnreadableFile) return refusedWhole(needs, error.reason)
    throw error
  }
}

function takenAs(kind: ImportKind, file: Counted, needs: Needs): Promise<Counts> {
  switch (kind) {
    case 'f1':
      return f1(file, needs)
    case 'contracts-file':
      return contractsFile(file, needs)
    case 'meter-file':
      return meterFile(file, needs)
    case 'postcodes':
      return postcodes(file, needs)
    case 'futures':
      return futures(file, needs)
    case 'supply-register':
      return supplyRegister(file, needs)
    default:
      return lines(kind, file, needs)
  }
}

type Counted = WholeFile & { bytesRead: () => number }

/** The same file, of which is known how much was read. */
function counted(file: WholeFile, { onProgress, isEnding }: Needs): Counted {
  let bytes = 0
  async function* passed(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      // A long file is left between two of its pieces, whoever reads it.
      if (isEnding?.()) throw new Left()
      bytes += chunk.length
      await onProgress?.({ bytesRead: bytes })
      yield chunk
    }
  }
  return {
    ...file,
    bytesRead: () => bytes,
    open: async () => Readable.from(passed(await file.open()), { objectMode: false }),
  }
}

type Answer = { line?: number | null; key?: string | null; file?: string; code: string } & ToldWhy

function refuse({ write }: Needs, answers: readonly Answer[]): Promise<void> {
  return answers.length
    ? write(answers.map((each) => `${JSON.stringify({ ...each, status: 'refused' })}\n`).join(''))
    : Promise.resolve()
}

async function end({ write }: Needs, counts: Counts, more: object = {}): Promise<Counts> {
  await write(`${JSON.stringify({ end: true, ...counts, ...more })}\n`)
  return counts
}

async function refusedWhole(needs: Needs, reason: Reason): Promise<Counts> {
  await refuse(needs, [{ line: null, code: 'file_unreadable', ...toldWhy(reason) }])
  return end(needs, { accepted: 0, refused: 1 })
}

async function lines(kind: keyof typeof lineKinds, { name, open, bytesRead }: Counted, needs: Needs): Promise<Counts> {
  const report = await takeFile(
    lineKinds[kind],
    { name, source: await open() },
    {
      ...needs,
      onlyRefused: true,
      answer: needs.write,
      onGroup: async ({ accepted, refused }) => {
        if (needs.isEnding?.()) throw new Left()
        await needs.onProgress?.({ bytesRead: bytesRead(), accepted, refused })
      },
    },
  )
  needs.onReport?.({ of: 'lines', report })
  const { accepted, refused } = report
  return { accepted, refused }
}

async function bytesOf({ sizeBytes, open }: WholeFile, longestBytes: number): Promise<Buffer> {
  if (sizeBytes > longestBytes) throw new UnreadableFile('file', 'too_long', { most: longestBytes })
  return buffer(await open())
}

/** The text of a file, in UTF-8 or, where it is none, as spreadsheets of western Europe write it. */
async function textOf(file: WholeFile, { longestTextBytes = usualLongestTextBytes }: Needs): Promise<string> {
  const bytes = await bytesOf(file, longestTextBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('iso-8859-15').decode(bytes)
  }
}

async function f1(file: WholeFile, needs: Needs): Promise<Counts> {
  const report = await importF1(needs.db, await bytesOf(file, longestF1Bytes))
  needs.onReport?.({ of: 'f1', report })
  const { invoices, readings, refusals } = report
  await refuse(
    needs,
    refusals.map(({ place, number, code }) => ({
      line: place,
      key: number,
      code,
      ...toldWhy(reasonOfFile('f1', code)),
    })),
  )
  return end(needs, { accepted: invoices, refused: refusals.length }, { readings })
}

async function contractsFile(file: WholeFile, needs: Needs): Promise<Counts> {
  let said: unknown
  try {
    const bytes = await bytesOf(file, needs.longestTextBytes ?? usualLongestTextBytes)
    said = parseLimitedJson(bytes.toString(), bulkJsonLimits)
  } catch (error) {
    if (error instanceof UnreadableFile || error instanceof Left) throw error
    throw new UnreadableFile('file', 'not_json')
  }
  const report = await importContracts(needs.db, said)
  needs.onReport?.({ of: 'contracts-file', report })
  const { sections, refusals } = report
  const sum = (of: (counts: { created: number; updated: number; unchanged: number; refused: number }) => number) =>
    Object.values(sections).reduce((total, counts) => total + of(counts), 0)
  await refuse(
    needs,
    refusals.map(({ path, reason }) => ({ key: path, code: 'invalid', ...toldWhy(reason) })),
  )
  return end(needs, {
    accepted: sum(({ created, updated, unchanged }) => created + updated + unchanged),
    refused: Math.max(
      sum(({ refused }) => refused),
      Math.min(refusals.length, 1),
    ),
  })
}

async function meterFile({ name, cups, open }: WholeFile, needs: Needs): Promise<Counts> {
  const counts = { accepted: 0, refused: 0 }
  const reports = await importCurves({ db: needs.db, source: await open(), fileName: name, cups, now: needs.clock() })
  needs.onReport?.({ of: 'meter-file', report: reports })
  for (const report of reports) {
    const { file, rows, refusals, unknownPoints } = report
    counts.accepted += rows.new + rows.replaced + rows.unchanged
    counts.refused += rows.refused + rows.unknownPoint + refusals.filter(({ line }) => line === null).length
    await refuse(needs, [
      ...refusals.map(({ line, code }) => ({ file, line, code, ...toldWhy(reasonOfFile('curves', code)) })),
      ...unknownPoints.map((key) => ({
        file,
        key,
        code: 'unknown_reference',
        ...toldWhy(reasonOfFile('file', 'point_unknown')),
      })),
    ])
  }
  return end(needs, counts)
}

async function postcodes(file: WholeFile, needs: Needs): Promise<Counts> {
  const report = await importTowns(needs.db, await textOf(file, needs))
  const { hasHeader, created, updated, unchanged, refusals } = report
  if (!hasHeader)
    throw new UnreadableFile('file', 'head_unknown', { head: 'codigo_postal,municipio_id,municipio_nombre' })
  needs.onReport?.({ of: 'postcodes', report })
  await refuse(
    needs,
    refusals.map(({ line, code }) => ({ line, code, ...toldWhy(reasonOfFile('towns', code)) })),
  )
  return end(needs, { accepted: created + updated + unchanged, refused: refusals.length })
}

async function futures(file: WholeFile, needs: Needs): Promise<Counts> {
  const report = await importFutures(needs.db, await textOf(file, needs), needs.clock())
  const { hasHeader, created, updated, unchanged, refusals } = report
  if (!hasHeader)
    throw new UnreadableFile('file', 'head_unknown', { head: 'contract,last_trading_day,date,reference_price' })
  needs.onReport?.({ of: 'futures', report })
  await refuse(
    needs,
    refusals.map(({ line, code }) => ({ line, code, ...toldWhy(reasonOfFile('futures', code)) })),
  )
  return end(needs, { accepted: created + updated + unchanged, refused: refusals.length })
}

async function supplyRegister({ name, open }: WholeFile, needs: Needs): Promise<Counts> {
  // Files begin with their month: 202610_SIPS2026_PS_ELECTRICIDAD.
  const [, year, month] = /^(\d{4})(0[1-9]|1[0-2])_/.exec(name) ?? []
  const fileOf = year && month ? `${year}-${month}-01` : marketDayOf(needs.clock(), 'Europe/Madrid')
  const report = await importRegister(needs.db, { source: await open(), fileOf })
  const { kind, created, updated, unchanged, refusedCount, refusals } = report
  if (kind === null) throw new UnreadableFile('file', 'not_register')
  needs.onReport?.({ of: 'supply-register', report })
  await refuse(
    needs,
    refusals.map(({ line, code }) => ({ line, code, ...toldWhy(reasonOfFile('register', code)) })),
  )
  return end(needs, { accepted: created + updated + unchanged, refused: refusedCount })
}
