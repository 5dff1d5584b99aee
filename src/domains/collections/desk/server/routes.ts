import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Database } from '#db/database.ts'
import type { DB } from '#db/tables.ts'
import { auditAction, auditChange } from '#kit/backoffice/server/audit-change.ts'
import { byteOrderMark, formatCsvLine } from '#kit/server/format-csv-line.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { PaperChannel } from '../../paper-rules.ts'
import { type ActProblem, debtActs, notedStops } from '../../rules.ts'
import { actOnDebt, setSocialBonus } from '../../server/advance-debt.ts'
import { finishCorrectionsBy } from '../../server/corrected-bills.ts'
import { endNotedStops, noteStop } from '../../server/debt-stops.ts'
import { type DebtKey, updateDebt } from '../../server/debt-store.ts'
import { endPlan, startPlan } from '../../server/payment-plans.ts'
import { actOnDebts, listManagedDebts, markUnderbilling, readDebtChoices } from '../api.ts'
import { exportDebts } from '../downloads.ts'
import type { BulkAct } from '../rules.ts'
import { findDebtOperators, findManagedDebts, streamManagedDebts } from './managed-debt-store.ts'
import { markUnderbilledInvoice } from './mark-underbilling.ts'

type CollectionDeskDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  /** The texts of this section. */
  textsFor: (locale: Locale) => (key: string) => string
}

/** Registers the calls with which operators work on debts. */
export function collectionDeskRoutes({ serve, db, clock, textsFor }: CollectionDeskDeps) {
  serve(listManagedDebts, ({ actor, query }) => findManagedDebts(db, query, actor.userId))

  serve(readDebtChoices, async () => ({ operators: await findDebtOperators(db, clock()) }))

  serve(exportDebts, async ({ actor, query, request }) => {
    // The search text may be a person's name, so only the filters are recorded.
    const { q, ...filters } = query
    const after = { ...filters, isSearched: q !== '' }
    await auditAction({ db, actor, request, action: 'debts_exported', after })
    const textOf = textsFor(actor.locale)
    async function* lines() {
      yield byteOrderMark +
        formatCsvLine(
          exportedColumns.map((each) => textOf(`columns.${each}`)),
          actor.locale,
        )
      for await (const debt of streamManagedDebts(db, query, actor.userId))
        yield formatCsvLine(
          [
            ...[debt.customer.name, debt.contract, debt.owed, textOf(`steps.${debt.step}`)],
            ...[debt.stops.map(({ reason }) => textOf(`stops.${reason}`)).join(', '), debt.first_demand_on],
            ...[debt.suspension_from, debt.suspend_on, debt.assignee?.name ?? null],
          ],
          actor.locale,
        )
    }
    return {
      content: Readable.from(lines()),
      fileName: `${textOf('document.file')}.csv`,
      mediaType: 'text/csv; charset=utf-8',
    }
  })

  serve(markUnderbilling, async ({ actor, body, request }, refuse) =>
    db.transaction().execute(async (db) => {
      const { number, error_on: errorOn, amount, distributor_on: distributorOn } = body
      const correction = { kind: 'underbilled', amountCents: Math.round(amount * 100), errorOn, distributorOn } as const
      const marked = await markUnderbilledInvoice(db, number, correction)
      if (typeof marked === 'string') throw refuse(marked)
      const { customerId, invoiceId } = marked
      await finishCorrectionsBy(db, [marked], clock())
      const entry = { action: 'correction_noted', customerId, subject: `invoice:${invoiceId}`, after: correction }
      await auditChange({ db, actor, request, ...entry })
      return {}
    }),
  )

  serve(actOnDebts, async ({ actor, body, request }, refuse) => {
    const { act, ids, suspend_on: suspendOn = null, channel = null, proof = null } = body
    const operatorId = body.operator_id ?? actor.userId
    const isToAnother = act === 'assign' && operatorId !== actor.userId
    if (isToAnother && !(await findDebtOperators(db, clock())).some(({ id }) => id === operatorId))
      throw refuse('invalid', { fields: { operator_id: ['invalid_value'] } })
    return db.transaction().execute(async (db) => {
      const rows = await db
        .selectFrom('debt')
        .where('debt_id', 'in', ids)
        .select(['customer_id', 'debt_id'])
        .orderBy('debt_id')
        .execute()
      const problems = new Set<ActProblem | 'unchanged'>()
      let changed = 0
      const after = { act, suspendOn, channel, ...(act === 'assign' && { operatorId }) }
      for (const { customer_id: customerId, debt_id: debtId } of rows) {
        const by = { act, suspendOn, channel, proof, operatorId, now: clock() }
        const problem = await perform(db, { customerId, debtId }, by)
        if (problem) {
          problems.add(problem)
          continue
        }
        changed++
        const entry = { action: 'debt_acted_on', customerId, subject: `debt:${debtId}`, after }
        await auditChange({ db, actor, request, ...entry })
      }
      return { changed, problems: [...problems] }
    })
  })
}

const exportedColumns = [
  ...(['customer', 'contract', 'owed', 'step', 'stopped', 'demanded', 'from', 'suspend', 'assignee'] as const),
]

type ActBy = {
  act: BulkAct
  suspendOn: MarketDay | null
  channel: PaperChannel | null
  proof: string | null
  operatorId: number
  now: Date
}

/** Performs an act on a debt. @returns why it does not apply, or null. */
async function perform(
  db: Database,
  key: DebtKey,
  { act, suspendOn, channel, proof, operatorId, now }: ActBy,
): Promise<ActProblem | 'unchanged' | null> {
  const debtAct = debtActs.find((each) => each === act)
  if (debtAct) return actOnDebt(db, key, { act: debtAct, suspendOn, channel, proof, now })
  if (act === 'assign') {
    await updateDebt(db, key, { assigned_to_user_id: operatorId })
    return null
  }
  if (act === 'approve_plan') return (await startPlan(db, key, now)) ? null : 'unchanged'
  if (act === 'refuse_plan' || act === 'end_plan')
    return (await endPlan(db, key, { to: act === 'end_plan' ? 'ended' : 'refused', now })) ? null : 'unchanged'
  if (act === 'social_bonus') return (await setSocialBonus(db, key, true)) ? null : 'unchanged'
  const reason = notedStops.find((each) => each === act)
  if (reason) return (await noteStop(db, key, { reason, now })) ? null : 'unchanged'
  const outcome = await endNotedStops(db, key, now)
  return outcome === 'resumed' ? null : outcome
}
