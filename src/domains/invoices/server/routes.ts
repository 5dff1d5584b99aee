import type { Database } from '#db/database.ts'
import type { CustomerActor } from '#kit/actor.ts'
import { parseId } from '#kit/parse-id.ts'
import { parseFilter } from '#kit/server/parse-filter.ts'
import { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import { versionedJson } from '#kit/server/versioned-json.ts'
import type { Locale } from '#vocabulary/locale.ts'
import {
  countInvoices,
  type FilterField,
  listFilterParams,
  listInvoices,
  listMultipointInvoices,
  sumInvoicesByMonth,
} from '../api.ts'
import { downloadDueDates, downloadInvoice, downloadMultipointInvoice } from '../downloads.ts'
import { invoiceFields, multipointFields } from '../rules.ts'
import { buildInvoiceDocument, buildMultipointInvoiceDocument, type InvoiceDocumentDeps } from './build-documents.ts'
import { countInvoicesOf } from './count-invoices.ts'
import { findInvoice, findMultipointInvoice } from './document-store.ts'
import { buildDueDatesCalendar, type DueDateTranslate, selectDueInvoices } from './due-dates.ts'
import { type MonthSumsQuery, sumInvoiceMonthsAsJson } from './month-sums.ts'
import type { TransferOptions } from './present.ts'
import { createListVersionLookup, listFilterValues, listInvoicesAsJson, listMultipointInvoicesAsJson } from './store.ts'

type InvoiceRouteDeps = {
  serve: Serve
  db: Database
  documents: InvoiceDocumentDeps
  /** Called when customers take the hours of an invoice themselves. */
  onHoursTaken: (invoice: { customerId: number; invoiceId: number }) => Promise<void>
  /** Whether this customer may pay in the portal. */
  paymentEnabled: (actor: CustomerActor) => Promise<boolean>
  /** Which invoices can be paid by transfer. */
  transfers: () => TransferOptions
  /** The texts of the calendar of due dates. */
  calendarTranslatorFor: (locale: Locale) => DueDateTranslate
  clock: () => Date
  /** The maximum number of contracts that the chart distinguishes. */
  maxContracts: () => number
  /** The texts for the states in the history of an invoice, by code. */
  stateLabelsFor: (locale: Locale) => Record<string, string>
}

export function invoiceRoutes({
  serve,
  db,
  documents,
  onHoursTaken,
  paymentEnabled,
  transfers,
  calendarTranslatorFor,
  clock,
  maxContracts,
  stateLabelsFor,
}: InvoiceRouteDeps) {
  const lists = versionedJson()
  const listVersion = createListVersionLookup(db)

  // Building a list costs ten times as much as checking that it has not changed.
  async function cachedList(
    actor: CustomerActor,
    listQuery: { customerIds: number[]; [part: string]: unknown },
    make: (paymentOptions: { paymentEnabled: boolean; transfers: TransferOptions }) => Promise<string>,
  ): Promise<JsonText> {
    const [mayPay, version] = await Promise.all([paymentEnabled(actor), listVersion(listQuery)])
    const paymentOptions = { paymentEnabled: mayPay, transfers: transfers() }
    const key = JSON.stringify({ ...listQuery, offered: paymentOptions })
    return lists.at(key, version, async () => new JsonText(await make(paymentOptions)))
  }

  async function cachedSums(query: MonthSumsQuery): Promise<JsonText> {
    const version = await listVersion(query)
    const key = JSON.stringify({ ...query, sums: true })
    return lists.at(key, version, async () => new JsonText(await sumInvoiceMonthsAsJson(db, query)))
  }

  serve(listInvoices, async ({ actor, query }, refuse) => {
    const conditions = parseFilter(query.filter, invoiceFields)
    if (!conditions) throw refuse('filter_unknown')
    const { type: energy, offset, limit } = query
    const byItself = query.by_itself === 'true'
    const listQuery = { customerIds: actor.customerIds, energy, conditions, offset, limit, byItself }
    return cachedList(actor, { ...listQuery, locale: actor.locale }, (paymentOptions) =>
      listInvoicesAsJson(db, { ...listQuery, ...paymentOptions, stateLabels: stateLabelsFor(actor.locale) }),
    )
  })

  serve(listMultipointInvoices, async ({ actor, query: { filter, offset, limit } }, refuse) => {
    const conditions = parseFilter(filter, multipointFields)
    if (!conditions) throw refuse('filter_unknown')
    const listQuery = { customerIds: actor.customerIds, conditions, offset, limit }
    return cachedList(actor, { ...listQuery, energy: 'multipoint' }, (paymentOptions) =>
      listMultipointInvoicesAsJson(db, { ...listQuery, ...paymentOptions }),
    )
  })

  serve(countInvoices, async ({ actor: { customerIds } }) => {
    const version = await listVersion({ customerIds })
    return lists.at(JSON.stringify({ customerIds, counts: true }), version, () => countInvoicesOf(db, { customerIds }))
  })

  serve(sumInvoicesByMonth, async ({ actor: { customerIds }, query: { filter, type: kind } }, refuse) => {
    if (kind === 'multipoint') {
      const conditions = parseFilter(filter, multipointFields)
      if (!conditions) throw refuse('filter_unknown')
      return cachedSums({ customerIds, kind, conditions })
    }
    const conditions = parseFilter(filter, invoiceFields)
    if (!conditions) throw refuse('filter_unknown')
    return cachedSums({ customerIds, kind, conditions, maxContracts: maxContracts() })
  })

  serve(downloadInvoice, {
    find: ({ actor, params }) =>
      findByIdText(params.id, (invoiceId) => findInvoice(db, { customerIds: actor.customerIds, invoiceId })),
    async act({ subject: invoice, params, actor }, refuse) {
      const document = await buildInvoiceDocument(documents, { invoice, type: params.type, locale: actor.locale })
      if (!document) throw refuse('no_such_document')
      const isOwner = actor.impersonatorId === undefined && actor.scopes === undefined
      if (params.type === 'curve_csv' && isOwner)
        await onHoursTaken({ customerId: invoice.customer_id, invoiceId: invoice.invoice_id })
      return document
    },
  })

  serve(downloadMultipointInvoice, {
    find: ({ actor, params }) =>
      findByIdText(params.id, (invoiceId) => findMultipointInvoice(db, { customerIds: actor.customerIds, invoiceId })),
    async act({ subject: invoice, params, actor: { locale } }, refuse) {
      const document = await buildMultipointInvoiceDocument(documents, { invoice, type: params.type, locale })
      if (!document) throw refuse('no_such_document')
      return document
    },
  })

  serve(downloadDueDates, async ({ actor: { customerIds, locale } }) => {
    const t = calendarTranslatorFor(locale)
    const dueInvoices = await selectDueInvoices(db, customerIds)
    return {
      content: Buffer.from(buildDueDatesCalendar(dueInvoices, { t, locale, now: clock() })),
      fileName: `${t('file')}.ics`,
      mediaType: 'text/calendar; charset=utf-8',
    }
  })

  serve(listFilterParams, ({ actor, query }) =>
    listFilterValues(db, {
      customerIds: actor.customerIds,
      kind: query.type,
      fields: [...new Set(query.fields.split(',') as FilterField[])],
    }),
  )
}

// A path segment that is not a number matches no invoice.
async function findByIdText<Row>(
  text: string,
  find: (id: number) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const id = parseId(text)
  return id === undefined ? undefined : find(id)
}
