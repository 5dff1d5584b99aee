import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import { type CurveFileReport, importCurves } from '#domains/consumption/server/import-curves.ts'
import type { ImportReport } from '#domains/contracts/server/import/report.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { importTowns, type TownsReport } from '#domains/geo/server/import-towns.ts'
import { type FuturesReport, importFutures } from '#domains/price-alerts/server/import-futures.ts'
import { importRegister, type RegisterReport } from '#domains/supply-register/server/import-register.ts'
import type { Reason } from '#kit/server/import-line-result.ts'
import { bulkJsonLimits, parseLimitedJson } from '#kit/server/limited-json.ts'
import type { Files } from '#outside/files/files.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import type { ImportKind } from '../rules.ts'
import { describeReason, type ReasonDescription } from './describe-reason.ts'
import { type F1Report, importF1, maxF1Bytes } from './f1/import-f1.ts'
import type { BatchCounts } from './import-batch.ts'
import { importLineFile } from './import-line-file.ts'
import { lineKinds } from './line-kinds.ts'
import { fileReason } from './reason-messages.ts'

/** The numbers of accepted and refused objects or intervals of a file. */
export type ImportCounts = { accepted: number; refused: number }

/** A file by name, which may be opened once. `cups` is the supply point of a meter file that names none. */
export type ImportFileSource = { name: string; sizeBytes: number; cups?: string; open: () => Promise<Readable> }

/** The report of the domain that imported the file. */
export type ImportFileReport =
  | { of: 'lines'; report: BatchCounts }
  | { of: 'f1'; report: F1Report }
  | { of: 'contracts-file'; report: ImportReport }
  | { of: 'meter-file'; report: CurveFileReport[] }
  | { of: 'postcodes'; report: TownsReport }
  | { of: 'futures'; report: FuturesReport }
  | { of: 'supply-register'; report: RegisterReport }

type ImportFileDeps = {
  db: Database
  files: Files
  clock: () => Date
  log: { warn(details: object, message: string): void }
  /** Writes a piece of the report: the refusals and finally the counts, each a JSON object on its own line. */
  write: (text: string) => Promise<void>
  /** Whether the process is shutting down, so that a long file is left to another one, which starts it over. */
  isEnding?: () => boolean
  /** Called with the progress: the bytes read, and the counts if already known. */
  onProgress?: (progress: { bytesRead: number } & Partial<ImportCounts>) => Promise<void>
  /** Called with the full report, if the file was readable. */
  onReport?: (report: ImportFileReport) => void
  /** The maximum length of a file that is read into memory. */
  maxTextBytes?: number
}

/** Thrown for a file that cannot be read at all. */
class UnreadableFileError extends Error {
  readonly reason: Reason

  constructor(...why: Parameters<typeof fileReason<'file'>>) {
    super(why[1])
    this.reason = fileReason(...why)
  }
}
class InterruptedError extends Error {}

const defaultMaxTextBytes = 100_000_000

/**
 * Imports a file according to its kind. Returns `interrupted` if the process shuts down first; importing the file again
 * does not change what is already stored.
 */
export async function importFileByKind(
  kind: ImportKind | null,
  file: ImportFileSource,
  deps: ImportFileDeps,
): Promise<ImportCounts | 'interrupted'> {
  if (kind === null) return refuseFile(deps, fileReason('file', 'kind_unknown'))
  try {
    return await importAs(kind, countBytesRead(file, deps), deps)
  } catch (error) {
    if (error instanceof InterruptedError) return 'interrupted'
    if (error instanceof UnreadableFileError) return refuseFile(deps, error.reason)
    throw error
  }
}

function importAs(kind: ImportKind, file: CountedFile, deps: ImportFileDeps): Promise<ImportCounts> {
  switch (kind) {
    case 'f1':
      return importF1File(file, deps)
    case 'contracts-file':
      return importContractsFile(file, deps)
    case 'meter-file':
      return importMeterFile(file, deps)
    case 'postcodes':
      return importPostcodesFile(file, deps)
    case 'futures':
      return importFuturesFile(file, deps)
    case 'supply-register':
      return importSupplyRegisterFile(file, deps)
    default:
      return importLinesOf(kind, file, deps)
  }
}

type CountedFile = ImportFileSource & { bytesRead: () => number }

/** Wraps a file to count the bytes read. */
function countBytesRead(file: ImportFileSource, { onProgress, isEnding }: ImportFileDeps): CountedFile {
  let bytes = 0
  async function* passThrough(source: AsyncIterable<Buffer>) {
    for await (const chunk of source) {
      // A long file is interrupted between two chunks, whichever importer reads it.
      if (isEnding?.()) throw new InterruptedError()
      bytes += chunk.length
      await onProgress?.({ bytesRead: bytes })
      yield chunk
    }
  }
  return {
    ...file,
    bytesRead: () => bytes,
    open: async () => Readable.from(passThrough(await file.open()), { objectMode: false }),
  }
}

type RefusalAnswer = { line?: number | null; key?: string | null; file?: string; code: string } & ReasonDescription

function writeRefusals({ write }: ImportFileDeps, answers: readonly RefusalAnswer[]): Promise<void> {
  return answers.length
    ? write(answers.map((each) => `${JSON.stringify({ ...each, status: 'refused' })}\n`).join(''))
    : Promise.resolve()
}

async function writeEnd({ write }: ImportFileDeps, counts: ImportCounts, details: object = {}): Promise<ImportCounts> {
  await write(`${JSON.stringify({ end: true, ...counts, ...details })}\n`)
  return counts
}

async function refuseFile(deps: ImportFileDeps, reason: Reason): Promise<ImportCounts> {
  await writeRefusals(deps, [{ line: null, code: 'file_unreadable', ...describeReason(reason) }])
  return writeEnd(deps, { accepted: 0, refused: 1 })
}

async function importLinesOf(
  kind: keyof typeof lineKinds,
  { name, open, bytesRead }: CountedFile,
  deps: ImportFileDeps,
): Promise<ImportCounts> {
  const report = await importLineFile(
    lineKinds[kind],
    { name, source: await open() },
    {
      ...deps,
      onlyRefused: true,
      writeAnswer: deps.write,
      onGroup: async ({ accepted, refused }) => {
        if (deps.isEnding?.()) throw new InterruptedError()
        await deps.onProgress?.({ bytesRead: bytesRead(), accepted, refused })
      },
    },
  )
  deps.onReport?.({ of: 'lines', report })
  const { accepted, refused } = report
  return { accepted, refused }
}

async function readBytes({ sizeBytes, open }: ImportFileSource, maxBytes: number): Promise<Buffer> {
  if (sizeBytes > maxBytes) throw new UnreadableFileError('file', 'too_long', { most: maxBytes })
  return buffer(await open())
}

/** Reads a file as UTF-8 or, if it is not valid UTF-8, in the encoding of Western European spreadsheets. */
async function readText(
  file: ImportFileSource,
  { maxTextBytes = defaultMaxTextBytes }: ImportFileDeps,
): Promise<string> {
  const bytes = await readBytes(file, maxTextBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('iso-8859-15').decode(bytes)
  }
}

async function importF1File(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  const report = await importF1(deps.db, await readBytes(file, maxF1Bytes))
  deps.onReport?.({ of: 'f1', report })
  const { invoices, readings, refusals } = report
  await writeRefusals(
    deps,
    refusals.map(({ position, number, code }) => ({
      line: position,
      key: number,
      code,
      ...describeReason(fileReason('f1', code)),
    })),
  )
  return writeEnd(deps, { accepted: invoices, refused: refusals.length }, { readings })
}

async function importContractsFile(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  let json: unknown
  try {
    const bytes = await readBytes(file, deps.maxTextBytes ?? defaultMaxTextBytes)
    json = parseLimitedJson(bytes.toString(), bulkJsonLimits)
  } catch (error) {
    if (error instanceof UnreadableFileError || error instanceof InterruptedError) throw error
    throw new UnreadableFileError('file', 'not_json')
  }
  const report = await importContracts(deps.db, json)
  deps.onReport?.({ of: 'contracts-file', report })
  const { sections, refusals } = report
  const sum = (of: (counts: { created: number; updated: number; unchanged: number; refused: number }) => number) =>
    Object.values(sections).reduce((total, counts) => total + of(counts), 0)
  await writeRefusals(
    deps,
    refusals.map(({ path, reason }) => ({ key: path, code: 'invalid', ...describeReason(reason) })),
  )
  return writeEnd(deps, {
    accepted: sum(({ created, updated, unchanged }) => created + updated + unchanged),
    refused: Math.max(
      sum(({ refused }) => refused),
      Math.min(refusals.length, 1),
    ),
  })
}

async function importMeterFile({ name, cups, open }: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  const counts = { accepted: 0, refused: 0 }
  const reports = await importCurves({ db: deps.db, source: await open(), fileName: name, cups, now: deps.clock() })
  deps.onReport?.({ of: 'meter-file', report: reports })
  for (const report of reports) {
    const { file, rows, refusals, unknownPoints } = report
    counts.accepted += rows.new + rows.replaced + rows.unchanged
    counts.refused += rows.refused + rows.unknownPoint + refusals.filter(({ line }) => line === null).length
    await writeRefusals(deps, [
      ...refusals.map(({ line, code }) => ({ file, line, code, ...describeReason(fileReason('curves', code)) })),
      ...unknownPoints.map((key) => ({
        file,
        key,
        code: 'unknown_reference',
        ...describeReason(fileReason('file', 'point_unknown')),
      })),
    ])
  }
  return writeEnd(deps, counts)
}

async function importPostcodesFile(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  const report = await importTowns(deps.db, await readText(file, deps))
  const { hasHeader, created, updated, unchanged, refusals } = report
  if (!hasHeader)
    throw new UnreadableFileError('file', 'head_unknown', { head: 'codigo_postal,municipio_id,municipio_nombre' })
  deps.onReport?.({ of: 'postcodes', report })
  await writeRefusals(
    deps,
    refusals.map(({ line, code }) => ({ line, code, ...describeReason(fileReason('towns', code)) })),
  )
  return writeEnd(deps, { accepted: created + updated + unchanged, refused: refusals.length })
}

async function importFuturesFile(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  const report = await importFutures(deps.db, await readText(file, deps), deps.clock())
  const { hasHeader, created, updated, unchanged, refusals } = report
  if (!hasHeader)
    throw new UnreadableFileError('file', 'head_unknown', { head: 'contract,last_trading_day,date,reference_price' })
  deps.onReport?.({ of: 'futures', report })
  await writeRefusals(
    deps,
    refusals.map(({ line, code }) => ({ line, code, ...describeReason(fileReason('futures', code)) })),
  )
  return writeEnd(deps, { accepted: created + updated + unchanged, refused: refusals.length })
}

async function importSupplyRegisterFile({ name, open }: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  // The names start with the month: 202610_SIPS2026_PS_ELECTRICIDAD.
  const [, year, month] = /^(\d{4})(0[1-9]|1[0-2])_/.exec(name) ?? []
  const fileOf = year && month ? `${year}-${month}-01` : marketDayOf(deps.clock(), 'Europe/Madrid')
  const report = await importRegister(deps.db, { source: await open(), fileOf })
  const { kind, created, updated, unchanged, refusedCount, refusals } = report
  if (kind === null) throw new UnreadableFileError('file', 'not_register')
  deps.onReport?.({ of: 'supply-register', report })
  await writeRefusals(
    deps,
    refusals.map(({ line, code }) => ({ line, code, ...describeReason(fileReason('register', code)) })),
  )
  return writeEnd(deps, { accepted: created + updated + unchanged, refused: refusedCount })
}
