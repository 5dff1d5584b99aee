import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { visibleInvoices } from '#domains/invoice-records/server/visible-invoices.ts'
import { parseId } from '#kit/parse-id.ts'
import { writeAudit } from '#kit/server/audit.ts'
import { isOneOf } from '#kit/server/is-one-of.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Files } from '#outside/files/files.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { listDebts, requestDebtPlan, takeCorrectionPlan } from '../api.ts'
import { downloadPaper } from '../downloads.ts'
import type { PaperKind } from '../paper-rules.ts'
import { takeCorrectionPlan as takePlan } from './correction-plans.ts'
import { findOwnDebts } from './own-debts.ts'
import { findOwnPaper } from './paper-store.ts'
import { requestPlan } from './payment-plans.ts'
import { findOwnCorrectionPlans, presentCorrectionPlan } from './present-plan.ts'

type CollectionRouteDeps = {
  serve: Serve
  db: Kysely<DB>
  clock: () => Date
  files: Files
  /** Returns the name of the downloaded paper of a kind, without its ending. */
  fileNameOf: (kind: PaperKind, locale: Locale) => string
  /** Up to how many parts a customer pays in without asking. */
  partsWithoutAsking: () => number
}

/** Registers the calls of debts. */
export function collectionRoutes({ serve, db, clock, files, fileNameOf, partsWithoutAsking }: CollectionRouteDeps) {
  serve(listDebts, async ({ actor: { customerIds } }) => ({
    items: await findOwnDebts(db, { customerIds, partsWithoutAsking: partsWithoutAsking(), now: clock() }),
    plans: await findOwnCorrectionPlans(db, customerIds),
  }))

  serve(downloadPaper, {
    find: ({ actor: { customerIds }, params }) => {
      const paperId = parseId(params.id)
      return paperId === undefined ? Promise.resolve(undefined) : findOwnPaper(db, { customerIds, paperId })
    },
    async act({ subject, actor: { locale } }) {
      const content = await files.get(subject.file_key)
      if (!content) throw new Error('A paper of a debt has no file.')
      return { content, fileName: `${fileNameOf(subject.kind, locale)}.pdf`, mediaType: 'application/pdf' }
    },
  })

  serve(requestDebtPlan, {
    find: ({ actor: { customerIds }, params }) => findOwnDebt(customerIds, params.id),
    act: (
      { actor: { userId }, subject: { customer_id: customerId, debt_id: debtId }, body: { parts }, request },
      refuse,
    ) =>
      db.transaction().execute(async (trx) => {
        const input = { parts, partsWithoutAsking: partsWithoutAsking(), userId, now: clock() }
        const state = await requestPlan(trx, { customerId, debtId }, input)
        if (state === 'plan_exists' || state === 'plan_not_possible') throw refuse(state)
        const after = { parts, state }
        const subject = `debt:${debtId}`
        const entry = { action: 'debt_plan_requested', actorUserId: userId, customerId, subject, after }
        await writeAudit(trx, { ...entry, requestId: request.id })
        return { state }
      }),
  })

  serve(takeCorrectionPlan, {
    find: ({ actor: { customerIds }, params }) => findOwnInvoice(customerIds, params.id),
    act: (
      { actor: { userId }, subject: { customer_id: customerId, invoice_id: invoiceId, number }, request },
      refuse,
    ) =>
      db.transaction().execute(async (trx) => {
        const parts = await takePlan(trx, { customerId, invoiceId }, { userId, now: clock() })
        if (parts === 'plan_exists' || parts === 'plan_not_possible') throw refuse(parts)
        const entry = { action: 'correction_plan_taken', actorUserId: userId, customerId }
        const after = { parts: parts.length }
        await writeAudit(trx, { ...entry, subject: `invoice:${invoiceId}`, after, requestId: request.id })
        const left = parts.map((part) => ({ ...part, leftCents: part.amountCents }))
        return presentCorrectionPlan({ invoiceId, number, parts: left })
      }),
  })

  async function findOwnInvoice(customerIds: readonly number[], text: string) {
    const invoiceId = parseId(text)
    if (invoiceId === undefined) return undefined
    return db
      .selectFrom(visibleInvoices.as('invoice'))
      .where(isOneOf('customer_id', customerIds))
      .where('invoice_id', '=', invoiceId)
      .select(['customer_id', 'invoice_id', 'number'])
      .executeTakeFirst()
  }

  async function findOwnDebt(customerIds: readonly number[], text: string) {
    const debtId = parseId(text)
    if (debtId === undefined) return undefined
    return db
      .selectFrom('debt')
      .where(isOneOf('customer_id', customerIds))
      .where('debt_id', '=', debtId)
      .select(['customer_id', 'debt_id'])
      .executeTakeFirst()
  }
}
