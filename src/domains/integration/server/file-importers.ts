import { importCurves } from '#domains/consumption/server/import/import-curves.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { importBankFile } from '#domains/debit-returns/server/import-bank-file.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { importFutures } from '#domains/price-alerts/server/import-futures.ts'
import { importRegister } from '#domains/supply-register/server/import-register.ts'
import { bulkJsonLimits, parseLimitedJson } from '#kit/server/limited-json.ts'
import { marketDayOf } from '#vocabulary/market-time.ts'
import { describeReason } from './describe-reason.ts'
import { importF1, maxF1Bytes } from './f1/import-f1.ts'
import {
  defaultMaxTextBytes,
  type ImportCounts,
  type ImportFileDeps,
  type ImportFileSource,
  InterruptedError,
  readBytes,
  readText,
  UnreadableFileError,
  writeEnd,
  writeRefusals,
} from './import-file-source.ts'
import { fileReason } from './reason-messages.ts'

/** Imports an F1 file of a distributor. @returns the counts of its report */
export async function importF1File(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  const report = await importF1(deps.db, await readBytes(file, maxF1Bytes), deps.clock())
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

/** Larger than any file of a bank. */
const maxBankFileBytes = 50_000_000

/** Imports the returned debits of a file of a bank. @returns the counts of its report */
export async function importBankReturnsFile(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
  const bytes = await readBytes(file, maxBankFileBytes)
  const report = await importBankFile(deps.db, { bytes, fileName: file.name, now: deps.clock() })
  if (typeof report === 'string') throw new UnreadableFileError('bank', report)
  deps.onReport?.({ of: 'bank-returns', report })
  const { known, matched, unmatched, problems } = report
  await writeRefusals(
    deps,
    problems.map(({ line, code, reference }) => ({
      ...{ line, key: reference, code },
      ...describeReason(fileReason('bank', code)),
    })),
  )
  const counts = { accepted: known + matched + unmatched, refused: problems.length }
  return writeEnd(deps, counts, { known, unmatched })
}

/** Imports a file of contracts. @returns the counts of its report */
export async function importContractsFile(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
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

/** Imports a file of meter data. @returns the counts of its report */
export async function importMeterFile(
  { name, cups, open }: ImportFileSource,
  deps: ImportFileDeps,
): Promise<ImportCounts> {
  const { db, origin } = deps
  const counts: ImportCounts = { accepted: 0, refused: 0 }
  const preserved = { kept_hours: 0, kept_days: 0 }
  const reports = await importCurves({ db, source: await open(), fileName: name, cups, now: deps.clock(), origin })
  deps.onReport?.({ of: 'meter-file', report: reports })
  for (const report of reports) {
    const { file, rows, refusals, unknownPoints } = report
    preserved.kept_hours += report.keptHours
    preserved.kept_days += report.keptDays
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
  return writeEnd(deps, { ...counts, ...(preserved.kept_days > 0 && preserved) })
}

/** Imports the list of postcodes and towns. @returns the counts of its report */
export async function importPostcodesFile(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
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

/** Imports the prices of futures. @returns the counts of its report */
export async function importFuturesFile(file: ImportFileSource, deps: ImportFileDeps): Promise<ImportCounts> {
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

/** Imports a file of the supply register. @returns the counts of its report */
export async function importSupplyRegisterFile(
  { name, open }: ImportFileSource,
  deps: ImportFileDeps,
): Promise<ImportCounts> {
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
