import type { Database } from '#db/database.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Locale } from '#kit/locale.ts'
import { parseFilter } from '#kit/server/parse-filter.ts'
import type { JsonText } from '#kit/server/reply.ts'
import type { Serve } from '#kit/server/serve.ts'
import { versionedJson } from '#kit/server/versioned-json.ts'
import { type FilterField, listFilterParams, listInvoices, listMultipointInvoices, sumInvoicesByMonth } from '../api.ts'
import { downloadDueDates, downloadInvoice, downloadMultipointInvoice } from '../downloads.ts'
import { invoiceFields, multipointFields } from '../rules.ts'
import { findInvoice, findMultipointInvoice } from './document-store.ts'
import { type DocumentNeeds, invoiceDocument, multipointInvoiceDocument } from './documents.ts'
import { type DueDateWords, dueDatesCalendar, findOwed } from './due-dates.ts'
import { type MonthSumsQuery, monthSumsAsJson } from './month-sums.ts'
import type { TransfersOffered } from './present.ts'
import { filterParams, invoicesAsJson, listVersions, multipointInvoicesAsJson } from './store.ts'

type Needs = {
  serve: Serve
  db: Database
  documents: DocumentNeeds
  /** Whether somebody may pay on the portal. */
  paymentEnabled: (actor: CustomerActor) => Promise<boolean>
  /** Which invoices can be paid by transfer. */
  transfers: () => TransfersOffered
  /** The words of the calendar of what falls due. */
  calendarWords: (locale: Locale) => DueDateWords
  clock: () => Date
  /** How many contracts the chart tells apart. */
  maxContracts: () => number
  /** The words for the states of an invoice's history, by code. */
  stateWords: (locale: Locale) => Record<string, string>
}

export function invoiceRoutes({
  serve,
  db,
  documents,
  paymentEnabled,
  transfers,
  calendarWords,
  clock,
  maxContracts,
  stateWords,
}: Needs) {
  const lists = versionedJson()
  const listVersion = listVersions(db)

  // Putting a list together costs ten times what it costs to see that it has not changed.
  async function asKept(
    actor: CustomerActor,
    wanted: { customerIds: number[]; [part: string]: unknown },
    make: (offered: { paymentEnabled: boolean; transfers: TransfersOffered }) => Promise<string>,
  ): Promise<JsonText> {
    const [mayPay, version] = await Promise.all([paymentEnabled(actor), listVersion(wanted)])
    const offered = { paymentEnabled: mayPay, transfers: transfers() }
    return lists.at(JSON.stringify({ ...wanted, offered }), version, () => make(offered))
  }

  async function sumsOf(query: MonthSumsQuery): Promise<JsonText> {
    const version = await listVersion(query)
    return lists.at(JSON.stringify({ ...query, sums: true }), version, () => monthSumsAsJson(db, query))
  }

  serve(listInvoices, async ({ actor, query }, refuse) => {
    const conditions = parseFilter(query.filter, invoiceFields)
    if (!conditions) throw refuse('filter_unknown')
    const { type: energy, offset, limit } = query
    const byItself = query.by_itself === 'true'
    const wanted = { customerIds: actor.customerIds, energy, conditions, offset, limit, byItself }
    return asKept(actor, { ...wanted, locale: actor.locale }, (offered) =>
      invoicesAsJson(db, { ...wanted, ...offered, stateWords: stateWords(actor.locale) }),
    )
  })

  serve(listMultipointInvoices, async ({ actor, query: { filter, offset, limit } }, refuse) => {
    const conditions = parseFilter(filter, multipointFields)
    if (!conditions) throw refuse('filter_unknown')
    const wanted = { customerIds: actor.customerIds, conditions, offset, limit }
    return asKept(actor, { ...wanted, energy: 'multipoint' }, (offered) =>
      multipointInvoicesAsJson(db, { ...wanted, ...offered }),
    )
  })

  serve(sumInvoicesByMonth, async ({ actor: { customerIds }, query: { filter, type: kind } }, refuse) => {
    if (kind === 'multipoint') {
      const conditions = parseFilter(filter, multipointFields)
      if (!conditions) throw refuse('filter_unknown')
      return sumsOf({ customerIds, kind, conditions })
    }
    const conditions = parseFilter(filter, invoiceFields)
    if (!conditions) throw refuse('filter_unknown')
    return sumsOf({ customerIds, kind, conditions, maxContracts: maxContracts() })
  })

  serve(downloadInvoice, {
    find: ({ actor, params }) =>
      whole(params.id, (invoiceId) => findInvoice(db, { customerIds: actor.customerIds, invoiceId })),
    async act({ subject: invoice, params, actor: { locale } }, refuse) {
      const document = await invoiceDocument(documents, { invoice, type: params.type, locale })
      if (!document) throw refuse('no_such_document')
      return document
    },
  })

  serve(downloadMultipointInvoice, {
    find: ({ actor, params }) =>
      whole(params.id, (invoiceId) => findMultipointInvoice(db, { customerIds: actor.customerIds, invoiceId })),
    async act({ subject: invoice, params, actor: { locale } }, refuse) {
      const document = await multipointInvoiceDocument(documents, { invoice, type: params.type, locale })
      if (!document) throw refuse('no_such_document')
      return document
    },
  })

  serve(downloadDueDates, async ({ actor: { customerIds, locale } }) => {
    const say = calendarWords(locale)
    const owed = await findOwed(db, customerIds)
    return {
      content: Buffer.from(dueDatesCalendar(owed, { say, locale, now: clock() })),
      fileName: `${say('file')}.ics`,
      mediaType: 'text/calendar; charset=utf-8',
    }
  })

  serve(listFilterParams, ({ actor, query }) =>
    filterParams(db, {
      customerIds: actor.customerIds,
      kind: query.type,
      fields: [...new Set(query.fields.split(',') as FilterField[])],
    }),
  )
}

// What is no number in a path is nobody's invoice.
async function whole<Found>(
  text: string,
  find: (id: number) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return /^[1-9]\d{0,8}$/.test(text) ? find(Number(text)) : undefined
}
