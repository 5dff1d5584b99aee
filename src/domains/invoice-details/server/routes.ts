import type { Database } from '#db/database.ts'
import { presentPlanOfInvoice } from '#domains/collections/server/present-plan.ts'
import { dayOf } from '#domains/consumption/consumption-curve.ts'
import { findContractPoint } from '#domains/consumption/server/curve/curve-queries.ts'
import { queryCurve } from '#domains/consumption/server/curve/query-curve.ts'
import { findMemberInvoices, findMultipointInvoice } from '#domains/invoices/server/document-store.ts'
import type { TransferOptions } from '#domains/invoices/server/present.ts'
import { type ParticularsDeps, readParticulars } from '#domains/invoices/server/read-particulars.ts'
import { listInvoicesAsJson, listMultipointInvoicesAsJson } from '#domains/invoices/server/store.ts'
import { readWholeMarket } from '#domains/offers/server/bill-market.ts'
import type { CustomerActor } from '#kit/actor.ts'
import type { Serve } from '#kit/server/serve.ts'
import { costHours } from '#vocabulary/cost-hours.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { readInvoiceDetails, readInvoiceHours } from '../api.ts'
import {
  findComparedInvoices,
  findCorrections,
  findInvoiceByNumber,
  findMultipointByNumber,
  hasHours,
  type NumberedInvoice,
} from './invoice-store.ts'
import { presentComparison, presentLine } from './present.ts'
import { findInvoiceReadings } from './reading-store.ts'

type InvoiceDetailRouteDeps = {
  serve: Serve
  db: Database
  /** Whether this customer may pay in the portal. */
  paymentEnabled: (actor: CustomerActor) => Promise<boolean>
  /** Which invoices can be paid by transfer. */
  transfers: () => TransferOptions
  /** The texts for the states in the history of an invoice, by code. */
  stateLabelsFor: (locale: Locale) => Record<string, string>
  clock: () => Date
  /** What the document of an invoice tells of its meter and its contract. */
  documents: ParticularsDeps
}

/** Registers the calls of the page of an invoice. */
export function invoiceDetailRoutes(deps: InvoiceDetailRouteDeps) {
  const { serve, db, paymentEnabled, transfers, stateLabelsFor, clock, documents } = deps

  serve(readInvoiceDetails, async ({ actor, query: { number } }, refuse) => {
    const { customerIds } = actor
    const invoice = await findInvoiceByNumber(db, { customerIds, number })
    if (invoice) return presentDetails(actor, invoice)
    const multipoint = await findMultipointByNumber(db, { customerIds, number })
    if (!multipoint) throw refuse('no_such_invoice')
    return presentMultipoint(actor, multipoint)
  })

  serve(readInvoiceHours, async ({ actor: { customerIds }, query: { number } }, refuse) => {
    const invoice = await findInvoiceByNumber(db, { customerIds, number })
    if (!invoice) throw refuse('no_such_invoice')
    const hours = await readHours(customerIds, invoice)
    if (!hours) throw refuse('no_hours')
    const bill = { lines: invoice.content.lines, totalCents: invoice.amount_total_cents }
    const { costCents, energyCents, otherCents } = costHours(
      bill,
      hours.map(({ period, importWh, marketCents }) => ({
        ...{ period, energyWh: importWh },
        ...(marketCents !== undefined && { marketCents }),
      })),
    )
    return {
      date: hours.map(({ startsAt }) => startsAt),
      period: hours.map(({ period }) => period),
      energy: hours.map(({ importWh }) => (importWh === null ? null : Number(kwhFromWh(importWh)))),
      cost: costCents.map((cents) => (cents === null ? null : Number((cents / 100).toFixed(6)))),
      energy_amount: energyCents / 100,
      other_amount: otherCents / 100,
      follows_market: hours.some(({ marketCents }) => marketCents !== undefined),
    }
  })

  async function presentDetails(actor: CustomerActor, invoice: NumberedInvoice) {
    const { content, energy, number } = invoice
    const { customerIds, locale } = actor
    const [item, compared, corrections, readings, hasCurve, ofDocument, plans] = await Promise.all([
      listedInvoice(actor, { energy, number }),
      findComparedInvoices(db, invoice),
      findCorrections(db, invoice),
      findInvoiceReadings(db, invoice),
      hasCostedHours(invoice),
      readParticulars(documents, { customerIds, invoiceId: invoice.invoice_id, locale }),
      presentPlanOfInvoice(db, { customerId: invoice.customer_id, invoiceId: invoice.invoice_id }, clock()),
    ])
    return {
      kind: energy,
      invoice: item,
      contract_id: invoice.contract_id,
      product: content.productName,
      tariff: content.tariff,
      powers: content.powerWatts.map((watts) => watts / 1000),
      lines: content.lines.map(presentLine),
      energy_by_period: content.energyWhByPeriod.map((wh) => Number(kwhFromWh(wh))),
      exported_energy: Number(kwhFromWh(content.surplusWh)),
      readings,
      particulars: ofDocument.particulars,
      comparator_url: ofDocument.comparatorAddress,
      has_hours: hasCurve,
      before: presentComparison(compared.before, invoice),
      year_before: presentComparison(compared.yearBefore, invoice),
      ...corrections,
      ...plans,
    }
  }

  async function presentMultipoint(
    actor: CustomerActor,
    {
      customer_id,
      multipoint_invoice_id,
      number,
    }: { customer_id: number; multipoint_invoice_id: number; number: string },
  ) {
    const owned = { customerIds: [customer_id], invoiceId: multipoint_invoice_id }
    const [item, invoice] = await Promise.all([
      listedInvoice(actor, { energy: 'multipoint', number }),
      findMultipointInvoice(db, owned),
    ])
    const members = await findMemberInvoices(db, invoice!)
    return {
      kind: 'multipoint' as const,
      invoice: item,
      members: members.map((member) => ({
        number: member.number,
        full_address: `${member.supply_street} - ${member.supply_city}`,
        energy: member.energy_wh / 1000,
        amount_total: member.amount_total_cents / 100,
      })),
    }
  }

  /** Returns the invoice as the lists of invoices have it. */
  async function listedInvoice(
    actor: CustomerActor,
    { energy, number }: { energy: 'electricity' | 'gas' | 'multipoint'; number: string },
  ) {
    const { customerIds, locale } = actor
    const page = { customerIds, offset: 0, limit: 1, transfers: transfers() }
    const mayPay = await paymentEnabled(actor)
    const conditions: ['number', '=', string][] = [['number', '=', number]]
    const json =
      energy === 'multipoint'
        ? await listMultipointInvoicesAsJson(db, { ...page, conditions, paymentEnabled: mayPay })
        : await listInvoicesAsJson(db, {
            ...page,
            energy,
            conditions,
            paymentEnabled: mayPay,
            stateLabels: stateLabelsFor(locale),
          })
    return JSON.parse(json).items[0]
  }

  async function hasCostedHours(invoice: NumberedInvoice): Promise<boolean> {
    if (invoice.energy === 'gas' || !invoice.content.lines.some(({ kind }) => kind === 'energy')) return false
    if (invoice.rectificative_type === 'A' || invoice.rectificative_type === 'B') return false
    return hasHours(db, invoice)
  }

  async function readHours(customerIds: number[], invoice: NumberedInvoice) {
    if (!(await hasCostedHours(invoice))) return null
    const point = await findContractPoint(db, { customerIds, contractId: invoice.contract_id })
    if (!point) return null
    const requested = { start: invoice.starts_on, end: invoice.ends_on }
    const curve = await queryCurve(db, { point, type: 'hourly', requested, now: clock() })
    if (!curve) return null
    const range = { firstDay: invoice.starts_on, lastDay: invoice.ends_on }
    const market = invoice.follows_market ? await readWholeMarket(db, point, range) : null
    const byDay = Map.groupBy(curve.entries, ({ startsAt }) => dayOf(startsAt))
    return [...byDay].flatMap(([day, entries]) => {
      const prices = market?.pricesOn(day, entries.length)
      return entries.map((entry, index) => ({ ...entry, marketCents: prices?.[index] }))
    })
  }
}
