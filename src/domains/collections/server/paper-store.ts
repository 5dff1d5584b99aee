import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DebtPaper } from '#db/tables.ts'
import { loadRegulatedPrices } from '#domains/regulated-prices/server/load-regulated-prices.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import { doublingPauses, type WorkQueue } from '#kit/server/work-queue.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import { marketDayOf, startOf } from '#vocabulary/market-time.ts'
import {
  nextChannelOf,
  type PaperChannel,
  type PaperContent,
  type PaperKind,
  type PaperOutcome,
  type SentPaper,
} from '../paper-rules.ts'
import { reconnectionPriceOn } from '../reconnection-price.ts'
import { findNoticeTerm } from './debt-duties.ts'
import type { ContractOfDebt, Debt, DebtKey } from './debt-store.ts'
import { findOverdueInvoices } from './plan-store.ts'

export type PaperRow = Selectable<DebtPaper>

/** The papers that wait to be drawn, stored and sent. */
export const paperQueue: WorkQueue<PaperRow> = {
  table: 'debt_paper',
  key: ['customer_id', 'debt_paper_id'],
  due: 'due_at',
  waiting: sql`file_key is null`,
  tries: 'tries',
  maxTries: 8,
  pausesSeconds: doublingPauses(60, 3_600),
  isDistributed: true,
}

type NewPaper = {
  key: DebtKey
  debt: Debt
  contract: ContractOfDebt
  kind: PaperKind
  /** How it is sent; chosen by what became of the last one if null. */
  channel: PaperChannel | null
  suspensionFrom: MarketDay | null
  suspendOn: MarketDay | null
  now: Date
}

/** Adds a paper of a debt in the transaction of its act, with what is owed then. A worker draws and sends it. */
export async function addPaper(db: Database, paper: NewPaper): Promise<void> {
  const { key, debt, contract, kind, channel, suspensionFrom, suspendOn, now } = paper
  const today = marketDayOf(now, 'Europe/Madrid')
  const owed = await findOverdueInvoices(db, { customerId: key.customerId, contractId: debt.contract_id, today })
  const { energy, place: provinceCode } = contract
  const price = reconnectionPriceOn({ energy, provinceCode, day: today }, await loadRegulatedPrices(db))
  const content: PaperContent = {
    invoices: owed.map(({ number, issuedOn, dueOn, pendingCents }) => ({ number, issuedOn, dueOn, pendingCents })),
    owedCents: owed.reduce((sum, { pendingCents }) => sum + pendingCents, 0),
    ...{ suspensionFrom, suspendOn, hasSocialBonus: debt.has_social_bonus },
    noticeTerm: await findNoticeTerm(db, {
      ...{ debt, contract },
      at: startOf(suspendOn ?? suspensionFrom ?? today, 'Europe/Madrid'),
    }),
    reconnectionCents: price?.baseCents ?? null,
  }
  const last = await findLastPaper(db, key)
  await db
    .insertInto('debt_paper')
    .values({
      ...{ customer_id: key.customerId, debt_id: key.debtId, kind, content: JSON.stringify(content) },
      ...{ channel: channel ?? nextChannelOf(last), written_at: now, due_at: now },
    })
    .execute()
}

type LastPaper = SentPaper & { id: number; kind: PaperKind }

/** Returns the last paper of a debt, or undefined. */
export async function findLastPaper(db: Database, { customerId, debtId }: DebtKey): Promise<LastPaper | undefined> {
  const row = await db
    .selectFrom('debt_paper')
    .where('customer_id', '=', customerId)
    .where('debt_id', '=', debtId)
    .orderBy('debt_paper_id', 'desc')
    .limit(1)
    .select(['debt_paper_id as id', 'kind', 'channel', 'outcome'])
    .executeTakeFirst()
  return row as LastPaper | undefined
}

type PaperOutcomeInput = { outcome: PaperOutcome; on: MarketDay; proof: string | null }

/** Notes what became of the last paper of a debt, with the reference of the proof. */
export async function notePaperOutcome(db: Database, key: DebtKey, { outcome, on, proof }: PaperOutcomeInput) {
  const last = await findLastPaper(db, key)
  if (!last) return
  await db
    .updateTable('debt_paper')
    .set({ outcome, outcome_on: on, proof })
    .where('customer_id', '=', key.customerId)
    .where('debt_paper_id', '=', last.id)
    .execute()
}

/** Stores the file of a paper. @returns whether it had none. */
export async function storePaperFile(
  db: Database,
  { customer_id, debt_paper_id }: Pick<PaperRow, 'customer_id' | 'debt_paper_id'>,
  fileKey: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('debt_paper')
    .set({ file_key: fileKey })
    .where('customer_id', '=', customer_id)
    .where('debt_paper_id', '=', debt_paper_id)
    .where('file_key', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Returns the file of a paper of these holders, or undefined if it is not theirs or not written yet. */
export async function findOwnPaper(
  db: Database,
  { customerIds, paperId }: { customerIds: readonly number[]; paperId: number },
) {
  const row = await db
    .selectFrom('debt_paper')
    .where(isOneOf('customer_id', customerIds))
    .where('debt_paper_id', '=', paperId)
    .select(['file_key', 'kind', 'written_at'])
    .executeTakeFirst()
  return row?.file_key ? { ...row, file_key: row.file_key, kind: row.kind as PaperKind } : undefined
}
