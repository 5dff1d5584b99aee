import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { decideHold } from '#domains/bill-checks/server/hold-store.ts'
import { storeCheckedInvoices } from '#domains/bill-checks/server/store-checked-invoices.ts'
import { InvoiceLine } from '#domains/invoices/server/import/invoice-line.ts'
import { deliverMails } from '#domains/messages/server/messages-testing.ts'
import { storeSetting } from '#domains/retailer/server/live-settings.ts'
import { workOnDue } from '#kit/server/queue-runner.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { createAnnouncementWorker } from './announce-invoices.ts'

const noon = new Date('2026-10-07T10:00:00Z')
const contract = '0099'
let portal: TestPortal
let customerId: number
let annaId: number

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
  const { db } = portal.context
  customerId = await insertCustomer(db)
  await insertContract(db, { customerId, name: contract })
  annaId = await insertUser(db, { customerIds: [customerId], email: 'anna@example.test', locale: 'es' })
  await storeSetting(db, { path: 'invoices.holdFaults', value: ['taxes'], now: noon })
  await storeSetting(db, { path: 'invoices.holdFromEuros', value: 1, now: noon })
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  portal.setClock(noon)
  for (const table of ['outbox_message', 'invoice', 'unwanted_message'] as const) await db.deleteFrom(table).execute()
})

type Bill = { number: string; month: '08' | '09'; unitPrice?: string; amountCents?: number; extra?: object }

/** An invoice that charges the meter of a month and a service. */
function bill({ number, month, unitPrice = '0.02663', amountCents = 80, extra = {} }: Bill) {
  const days = { startsOn: `2026-${month}-01`, endsOn: month === '08' ? '2026-08-31' : '2026-09-30' }
  return InvoiceLine.parse({
    ...{ number, contract, issuedOn: '2026-10-06', ...days, dueOn: '2026-10-26' },
    ...{ amountTotalCents: amountCents, amountPendingCents: amountCents, paidStatus: 'pending_remesa' },
    ...{ energyWhByPeriod: [0, 0, 0], powerWatts: [4600, 4600] },
    lines: [
      {
        ...{ kind: 'meter', firstDay: days.startsOn, lastDay: days.endsOn, quantity: '30', unit: 'day' },
        ...{ unitPrice, amountCents },
      },
    ],
    ...extra,
  })
}

async function arrive(...bills: ReturnType<typeof bill>[]) {
  const { db, files, clock } = portal.context
  await db.transaction().execute((trx) => storeCheckedInvoices(trx, bills, { files, clock }))
}

async function announce() {
  await workOnDue(createAnnouncementWorker({ ...portal.context, log: { error: failOn } }))
}
const failOn = (details: object) => expect.fail(JSON.stringify(details))

const queued = () =>
  portal.context.db.selectFrom('outbox_message').selectAll().where('kind', '=', 'invoice-details.arrived').execute()
const numbers = async () => (await queued()).map(({ values }) => (values as { number: string }).number).sort()

const deliver = () => deliverMails(portal)

describe('an invoice that comes in', () => {
  test('is announced once, with its amount, its due day, and why it differs from the one before', async () => {
    await arrive(bill({ number: 'FE/08', month: '08', amountCents: 50, unitPrice: '0.0166', extra: old }))
    await arrive(bill({ number: 'FE/09', month: '09' }))
    await announce()
    await arrive(bill({ number: 'FE/09', month: '09' }))
    await announce()
    expect(await numbers()).toEqual(['FE/09'])
    const [mail, ...others] = await deliver()
    expect(others).toEqual([])
    expect(mail).toMatchObject({ to: 'anna@example.test', subject: 'Tu factura FE/09: 0,80\u00a0€' })
    expect(mail!.text).toContain('Vence el 26/10/2026.')
    expect(mail!.text).toMatch(
      /Son 0,30\s€ más que en la factura anterior: los precios regulados han subido \(\+0,30\s€\)/,
    )
    expect(mail!.text).toContain('https://portal.example/invoices/FE%2F09')
    expect(mail!.html).toContain('Vence el 26/10/2026.')
  })

  test.each<[Locale, RegExp]>([
    ['ca', /Són 0,30\s€ més que la factura anterior/],
    ['en', /€0\.30 more/],
    ['fr', /0,30\s€ de plus/],
    ['de', /0,30\s€ mehr/],
  ])('is announced in the language of its reader: %s', async (locale, sentence) => {
    const { db } = portal.context
    await db.updateTable('user_account').set({ locale }).where('user_id', '=', annaId).execute()
    await arrive(bill({ number: 'FE/08', month: '08', amountCents: 50, unitPrice: '0.0166', extra: old }))
    await arrive(bill({ number: 'FE/09', month: '09' }))
    await announce()
    const [mail] = await deliver()
    await db.updateTable('user_account').set({ locale: 'es' }).where('user_id', '=', annaId).execute()
    expect(mail!.text).toMatch(sentence)
    expect(mail!.locale).toBe(locale)
  })

  test('is announced without a reason when there is no earlier one', async () => {
    await arrive(bill({ number: 'FE/09', month: '09' }))
    await announce()
    const [mail] = await deliver()
    expect(mail!.text).not.toContain('factura anterior')
    expect(mail!.html).not.toContain('<p style="margin:0 0 16px"></p>')
  })

  test('that adds what was missing in another says so, and in how many parts it can be paid', async () => {
    await arrive(bill({ number: 'FE/08', month: '08', extra: old }))
    const correction = { kind: 'underbilled', amountCents: 80, errorOn: '2026-07-01' }
    const extra = { rectificativeType: 'C', rectifies: 'FE/08', correction, paidStatus: 'unpaid' }
    await arrive(bill({ number: 'FE/C', month: '09', extra }))
    await announce()
    const [mail] = await deliver()
    expect(mail!.text).toContain('Añade lo que faltaba en la FE/08.')
    expect(mail!.text).toMatch(/Puedes pagarla en \d partes mensuales: elígelo en la página de la factura\./)
  })

  test('that corrects none says nothing of it, nor of parts', async () => {
    await arrive(bill({ number: 'FE/09', month: '09' }))
    await announce()
    const [mail] = await deliver()
    expect(mail!.text).toContain('Vence el 26/10/2026.\n')
    expect(mail!.text).not.toContain('partes')
  })

  test.each<[reason: string, extra: object]>([
    ['was issued long ago', { issuedOn: '2026-09-26' }],
    ['cancels another', { rectificativeType: 'A', amountTotalCents: -80, amountPendingCents: 0 }],
  ])('is not announced if it %s', async (_, extra) => {
    await arrive(bill({ number: 'FE/00', month: '08', extra: old }))
    const rectifies = 'rectificativeType' in extra ? { rectifies: 'FE/00', lines: [] } : {}
    await arrive(bill({ number: 'FE/09', month: '09', extra: { ...extra, ...rectifies } }))
    await announce()
    expect(await numbers()).toEqual([])
  })

  test('is announced on the last day on which it counts as new', async () => {
    await arrive(bill({ number: 'FE/09', month: '09', extra: { issuedOn: '2026-09-27' } }))
    await announce()
    expect(await numbers()).toEqual(['FE/09'])
  })

  test('is announced in the morning when it comes in at night', async () => {
    portal.setClock(new Date('2026-10-07T01:00:00Z'))
    await arrive(bill({ number: 'FE/09', month: '09' }))
    await announce()
    expect(await queued()).toMatchObject([{ send_at: new Date('2026-10-07T06:00:00Z') }])
    expect(await deliver()).toEqual([])
    portal.setClock(new Date('2026-10-07T06:00:01Z'))
    expect(await deliver()).toHaveLength(1)
  })

  test('is announced to nobody who wants no mails about payments', async () => {
    await portal.context.db.insertInto('unwanted_message').values({ user_id: annaId, topic: 'payments' }).execute()
    await arrive(bill({ number: 'FE/09', month: '09' }))
    await announce()
    expect(await deliver()).toEqual([])
  })
})

describe('an invoice that is held', () => {
  const wrong = bill({ number: 'FE-W', month: '09', unitPrice: '0.09', amountCents: 270 })
  const held = () => portal.context.db.selectFrom('invoice').select('invoice_id').where('is_held', '=', true).execute()

  test('is announced on its release, and not again', async () => {
    await arrive(wrong)
    await announce()
    expect(await numbers()).toEqual([])
    const { db } = portal.context
    const [{ invoice_id: invoiceId }] = (await held()) as [{ invoice_id: number }]
    const later = new Date('2026-11-20T10:00:00Z')
    portal.setClock(later)
    const decision = { state: 'released' as const, userId: annaId, now: later }
    await decideHold(db, { customerId, invoiceId }, decision)
    await announce()
    await decideHold(db, { customerId, invoiceId }, decision)
    await announce()
    expect(await numbers()).toEqual(['FE-W'])
  })

  test('is announced when its corrected version comes in', async () => {
    await arrive(wrong)
    await arrive(bill({ number: 'FE-W', month: '09' }))
    await announce()
    expect(await queued()).toMatchObject([{ values: { number: 'FE-W', amountCents: 80 } }])
  })

  test('after it came in, before it was announced, waits for its release', async () => {
    await arrive(bill({ number: 'FE-W', month: '09' }))
    await portal.context.db.updateTable('invoice').set({ is_held: true }).execute()
    await announce()
    expect(await numbers()).toEqual([])
    const states = await portal.context.db.selectFrom('invoice_announcement').select('state').execute()
    expect(states).toEqual([{ state: 'held' }])
  })
})

test('two workers at once announce an invoice once', async () => {
  await arrive(bill({ number: 'FE/09', month: '09' }))
  await Promise.all([announce(), announce()])
  expect(await numbers()).toEqual(['FE/09'])
})

const old = { issuedOn: '2026-09-05' }
