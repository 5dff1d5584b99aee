import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import type { CurveOrigin } from '#domains/consumption/server/corrections/correction-store.ts'
import type { CurveFileReport } from '#domains/consumption/server/import/import-curves.ts'
import type { ImportReport } from '#domains/contracts/server/import/report.ts'
import type { BankFileReport } from '#domains/debit-returns/server/import-bank-file.ts'
import type { TownsReport } from '#domains/geo/server/import-towns.ts'
import type { FuturesReport } from '#domains/price-alerts/server/import-futures.ts'
import type { RegisterReport } from '#domains/supply-register/server/import-register.ts'
import type { Reason } from '#kit/server/import-line-result.ts'
import type { Files } from '#outside/files/files.ts'
import { describeReason, type ReasonDescription } from './describe-reason.ts'
import type { F1Report } from './f1/import-f1.ts'
import type { BatchCounts } from './import-batch.ts'
import { importLineFile } from './import-line-file.ts'
import { lineKinds } from './line-kinds.ts'
import { fileReason } from './reason-messages.ts'

/**
 * The numbers of accepted and refused objects or intervals of a file, and the hours of curves that it no longer has and
 * that are kept, if any.
 */
export type ImportCounts = { accepted: number; refused: number; kept_hours?: number; kept_days?: number }

/** A file by name, which may be opened once. `cups` is the supply point of a meter file that names none. */
export type ImportFileSource = { name: string; sizeBytes: number; cups?: string; open: () => Promise<Readable> }

/** The report of the domain that imported the file. */
export type ImportFileReport =
  | { of: 'lines'; report: BatchCounts }
  | { of: 'f1'; report: F1Report }
  | { of: 'bank-returns'; report: BankFileReport }
  | { of: 'contracts-file'; report: ImportReport }
  | { of: 'meter-file'; report: CurveFileReport[] }
  | { of: 'postcodes'; report: TownsReport }
  | { of: 'futures'; report: FuturesReport }
  | { of: 'supply-register'; report: RegisterReport }

export type ImportFileDeps = {
  db: Database
  files: Files
  clock: () => Date
  /** From whom the file is. */
  origin: CurveOrigin
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
export class UnreadableFileError extends Error {
  readonly reason: Reason

  constructor(...why: Parameters<typeof fileReason<'file' | 'bank'>>) {
    super(why[1])
    this.reason = fileReason(...why)
  }
}

/** Thrown when the process shuts down while a file is read. */
export class InterruptedError extends Error {}

/** A file whose bytes are counted as they are read. */
export type CountedFile = ImportFileSource & { bytesRead: () => number }

/** The maximum length of a file that is read into memory, by default. */
export const defaultMaxTextBytes = 100_000_000

type RefusalAnswer = { line?: number | null; key?: string | null; file?: string; code: string } & ReasonDescription

/** Writes the refused lines of a file to its report. */
export function writeRefusals({ write }: ImportFileDeps, answers: readonly RefusalAnswer[]): Promise<void> {
  return answers.length
    ? write(answers.map((each) => `${JSON.stringify({ ...each, status: 'refused' })}\n`).join(''))
    : Promise.resolve()
}

/** Writes the counts that end a report, and returns them. */
export async function writeEnd(
  { write }: ImportFileDeps,
  counts: ImportCounts,
  details: object = {},
): Promise<ImportCounts> {
  await write(`${JSON.stringify({ end: true, ...counts, ...details })}\n`)
  return counts
}

/** Reports a file as refused as a whole. */
export async function refuseFile(deps: ImportFileDeps, reason: Reason): Promise<ImportCounts> {
  await writeRefusals(deps, [{ line: null, code: 'file_unreadable', ...describeReason(reason) }])
  return writeEnd(deps, { accepted: 0, refused: 1 })
}

/** Imports a file of lines of a kind. */
export async function importLinesOf(
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
  const { lines: _, changed: __, ...counts } = report
  return counts
}

/** Reads a file into memory. @throws UnreadableFileError if it is too long */
export async function readBytes({ sizeBytes, open }: ImportFileSource, maxBytes: number): Promise<Buffer> {
  if (sizeBytes > maxBytes) throw new UnreadableFileError('file', 'too_long', { most: maxBytes })
  return buffer(await open())
}

/** Reads a file as UTF-8 or, if it is not valid UTF-8, in the encoding of Western European spreadsheets. */
export async function readText(
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
