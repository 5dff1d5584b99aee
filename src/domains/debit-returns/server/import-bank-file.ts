import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { BankFileProblem } from '../rules.ts'
import { parseBankFile } from './files/parse-bank-file.ts'
import { type RecordedReturn, recordReturns } from './record-returns.ts'

/** The result of importing a file of a bank: the number of its returns by what became of them, and its problems. */
export type BankFileReport = Record<RecordedReturn, number> & { problems: BankFileProblem[] }

/**
 * Imports the returned debits of a file. All of them are recorded, or none; what cannot be read is reported with its
 * line. @returns what makes it no file of a bank, or the report.
 */
export async function importBankFile(
  db: Kysely<DB>,
  { bytes, fileName, now }: { bytes: Uint8Array; fileName: string; now: Date },
): Promise<BankFileReport | 'unknown_format' | 'not_xml'> {
  const file = parseBankFile(bytes)
  if ('problem' in file) return file.problem
  const debits = file.returns.map(({ debit }) => debit)
  const recorded = await db
    .transaction()
    .execute((trx) => recordReturns(trx, debits, { format: file.format, fileName, now }))
  const count = (fate: RecordedReturn) => recorded.filter((each) => each === fate).length
  return {
    known: count('known'),
    matched: count('matched'),
    unmatched: count('unmatched'),
    problems: file.problems,
  }
}
