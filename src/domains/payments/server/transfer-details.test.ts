import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  insertContract,
  insertCustomer,
  insertInvoice,
  insertMultipointInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listInvoices, listMultipointInvoices } from '#domains/invoices/api.ts'
import { readTransferDetails } from '../api.ts'

type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null
const decodeCode = createRequire(import.meta.url)('jsqr') as Decode

const account = 'ES9121000418450200051332'
let portal: TestPortal
let holder: TestVisitor
let stranger: TestVisitor
let customerId: number
let contract: Awaited<ReturnType<typeof insertContract>>

beforeAll(async () => {
  portal = await startTestPortal()
  const { db } = portal.context
  customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  holder = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
beforeEach(async () => {
  await set({ account, bic: 'CAIXESBBXXX', beneficiary: 'Demo Energía, S.L.', accountPerInvoice: false })
})
afterAll(() => portal.close())

async function set(values: Record<string, unknown>) {
  for (const [name, value] of Object.entries(values)) await portal.set(`payment.transfer.${name}`, value)
}

function detailsOf(visitor: TestVisitor, id: number, kind: 'invoice' | 'multipoint_invoice' = 'invoice') {
  return visitor.sendRaw(readTransferDetails, {
    params: { invoiceId: String(id) },
    query: { related_object_type: kind },
  })
}

describe('the transfer details', () => {
  test('contain account, beneficiary, concept, amount and day, and a QR code with the same data', async () => {
    const { db } = portal.context
    const id = await insertInvoice(db, {
      contract,
      number: 'FE26/71',
      amount_total_cents: 4_718,
      paid_status: 'pending_transfer',
    })
    const { code, ...details } = (await detailsOf(holder, id)).json()
    expect(details).toEqual({
      invoice_number: 'FE26/71',
      due_date: '2026-10-26',
      iban: account,
      bic: 'CAIXESBBXXX',
      beneficiary: 'Demo Energía, S.L.',
      concept: 'FE26/71',
      amount: 47.18,
      remaining: 0,
    })
    expect(decoded(code)).toBe(`BCD\n002\n1\nSCT\nCAIXESBBXXX\nDemo Energía, S.L.\n${account}\nEUR47.18\n\n\nFE26/71`)
  })

  test('exist for a multipoint invoice too, but not for its invoices', async () => {
    const { db } = portal.context
    const joint = await insertMultipointInvoice(db, { customerId, number: 'FM26/7' })
    const gathered = await insertInvoice(db, { contract, multipoint_invoice_id: joint })
    expect((await detailsOf(holder, joint, 'multipoint_invoice')).json()).toMatchObject({
      concept: 'FM26/7',
      amount: 91.38,
    })
    expect((await detailsOf(holder, gathered)).statusCode).toBe(404)
  })

  test('use the concept imported with the invoice, and its account only if the settings allow it', async () => {
    const { db } = portal.context
    const own = { iban: 'ES8099990001450000000001', bic: null, beneficiary: null, concept: 'RF18539007547034' }
    const id = await insertInvoice(db, { contract, transfer: JSON.stringify(own) })
    expect((await detailsOf(holder, id)).json()).toMatchObject({ iban: account, concept: own.concept })
    await set({ accountPerInvoice: true })
    expect((await detailsOf(holder, id)).json()).toMatchObject({ iban: own.iban, bic: null, concept: own.concept })
  })

  test.each([
    ['paid', { paid_status: 'paid', amount_pending_cents: 0 }],
    ['collected by direct debit', { paid_status: 'pending_remesa' }],
    ['refunded', { paid_status: 'pending_transfer', rectificative_type: 'A', amount_pending_cents: -4_569 }],
  ])('are refused for an invoice that is %s', async (_, given) => {
    const answer = await detailsOf(holder, await insertInvoice(portal.context.db, { contract, ...given }))
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_transfer'])
  })

  test('are refused while the retailer has no account', async () => {
    await set({ account: '' })
    const answer = await detailsOf(holder, await insertInvoice(portal.context.db, { contract }))
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_transfer'])
  })

  test('are not found for other customers, and refused without a session', async () => {
    const id = await insertInvoice(portal.context.db, { contract })
    expect((await detailsOf(stranger, id)).statusCode).toBe(404)
    expect((await detailsOf(portal.anonymous, id)).statusCode).toBe(401)
    expect((await detailsOf(holder, 2 ** 40)).statusCode).toBe(404)
  })
})

describe('the lists of invoices', () => {
  test('show which can be paid by transfer, as soon as there is an account', async () => {
    const { db } = portal.context
    const own = await insertCustomer(db)
    const theirs = await insertContract(db, { customerId: own })
    const joint = await insertMultipointInvoice(db, { customerId: own, number: 'FM1' })
    await insertInvoice(db, { contract: theirs, number: 'FE1' })
    await insertInvoice(db, { contract: theirs, number: 'FE2', paid_status: 'pending_remesa' })
    await insertInvoice(db, { contract: theirs, number: 'FE3', multipoint_invoice_id: joint })
    await insertInvoice(db, {
      contract: theirs,
      number: 'FE4',
      transfer: JSON.stringify({ iban: 'ES8099990001450000000001' }),
    })
    const visitor = await portal.as(await insertUser(db, { customerIds: [own] }))
    const marked = async () => {
      const lists = [
        ...(await visitor.send(listInvoices, { query: {} })).items,
        ...(await visitor.send(listMultipointInvoices, { query: {} })).items,
      ]
      return lists.flatMap(({ number, transfer_enabled }) => (transfer_enabled ? number : [])).sort()
    }
    expect(await marked()).toEqual(['FE1', 'FE4', 'FM1'])
    await set({ account: '' })
    expect(await marked()).toEqual([])
    await set({ accountPerInvoice: true })
    expect(await marked()).toEqual(['FE4'])
  })
})

/** Decodes a QR code drawn as runs of dark modules, as a banking app would. */
function decoded({ size, path }: { size: number; path: string }): string | undefined {
  const scale = 4
  const width = size * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g))
    for (let row = Number(y) * scale; row < (Number(y) + 1) * scale; row++)
      for (let column = Number(x) * scale; column < (Number(x) + Number(length)) * scale; column++)
        pixels.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
  return decodeCode(pixels, width, width)?.data
}
