import type { BankFileReport } from '#domains/debit-returns/server/import-bank-file.ts'
import { fileReason, reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'

/** Describes the result of a file of returned debits in readable lines. */
export function describeBankReturns(file: string, { known, matched, unmatched, problems }: BankFileReport): string {
  return [
    `${file}: ${matched} returned debits matched, ${unmatched} without an invoice, ${known} known before, ${problems.length} unreadable.`,
    ...problems.map(({ line, code }) => `  Line ${line}: ${reasonMessageInEnglish(fileReason('bank', code))}.`),
  ].join('\n')
}
