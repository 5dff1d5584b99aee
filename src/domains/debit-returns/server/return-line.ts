import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import type { LineResult } from '#kit/server/import-line-result.ts'
import { parseIban } from '#vocabulary/iban.ts'
import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { recordReturns } from './record-returns.ts'

/* A returned debit as a line of the integration API; docs/integration.md explains it. */

const Reference = z.string().min(1).max(35).nullable().default(null)

export const DebitReturnLine = z.strictObject({
  endToEndId: Reference,
  mandateId: Reference,
  iban: z
    .string()
    .transform((text, context) => parseIban(text) ?? reportInvalidIban(text, context))
    .nullable()
    .default(null),
  amountCents: z.int().min(1).max(2_000_000_000),
  reasonCode: z.string().regex(/^[A-Z]{2,4}\d{0,2}$/),
  collectedOn: z.iso.date().nullable().default(null),
  returnedOn: z.iso.date(),
})
export type DebitReturnLine = z.output<typeof DebitReturnLine>

function reportInvalidIban(input: string, context: z.RefinementCtx) {
  context.issues.push({ code: 'custom', message: rejectionReason('not_iban').name, input })
  return z.NEVER
}

/** Records returned debits from lines, within a transaction. */
export async function storeDebitReturnLines(
  db: Database,
  lines: readonly DebitReturnLine[],
  { clock }: { clock: () => Date },
): Promise<LineResult[]> {
  const debits = lines.map((line) => ({ ...line, debtorName: null, concept: null }))
  const recorded = await recordReturns(db as Transaction<DB>, debits, { format: 'line', fileName: null, now: clock() })
  return recorded.map((fate) => ({ changed: fate !== 'known' }))
}
