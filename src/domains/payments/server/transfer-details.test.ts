import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, aMultipointInvoice, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal, type Visitor } from '#app/server/testing/portal.ts'
import { listInvoices, listMultipointInvoices } from '#domains/invoices/api.ts'
import { readTransferDetails } from '../api.ts'

type Decode = (pixels: Uint8ClampedArray, width: number, height: number) => { data: string } | null
const decodeCode = createRequire(import.meta.url)('jsqr') as Decode

const account = 'ES9121000418450200051332'
let portal: TestPortal
let holder: Visitor
let stranger: Visitor
let customerId: number
let contract: Awaited<ReturnType<typeof aContract>>

beforeAll(async () => {
  portal = await testPortal()
  const { db } = portal.context
  customerId = await aCustomer(db)
  contract = await aContract(db, { customerId })
  holder = await portal.as(await aUser(db, { customerIds: [customerId] }))
  stranger = await portal.as(await aUser(db, { customerIds: [await aCustomer(db)] }))
})
beforeEach(async () => {
  await set({ account, bic: 'CAIXESBBXXX', beneficiary: 'Demo Energía, S.L.', accountPerInvoice: false })
})
afterAll(() => portal.close())

async function set(values: Record<string, unknown>) {
  for (const [name, value] of Object.entries(values)) await portal.set(`payment.transfer.${name}`, value)
}

function detailsOf(visitor: Visitor, id: number, kind: 'invoice' | 'multipoint_invoice' = 'invoice') {
  return visitor.ask(readTransferDetails, { params: { invoiceId: String(id) }, query: { related_object_type: kind } })
}

describe('the details of a transfer', () => {
  test('name account, beneficiary, concept, amount and day, and hold the same in a code', async () => {
    const { db } = portal.context
    const id = await anInvoice(db, {
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
    })
    expect(decoded(code)).toBe(`BCD\n002\n1\nSCT\nCAIXESBBXXX\nDemo Energía, S.L.\n${account}\nEUR47.18\n\n\nFE26/71`)
  })

  test('are those of the joint invoice too, and not of what it gathers', async () => {
    const { db } = portal.context
    const joint = await aMultipointInvoice(db, { customerId, number: 'FM26/7' })
    const gathered = await anInvoice(db, { contract, multipoint_invoice_id: joint })
    expect((await detailsOf(holder, joint, 'multipoint_invoice')).json()).toMatchObject({
      concept: 'FM26/7',
      amount: 91.38,
    })
    expect((await detailsOf(holder, gathered)).statusCode).toBe(404)
  })

  test('take the concept that came with the invoice, and its account only where the settings allow that', async () => {
    const { db } = portal.context
    const own = { iban: 'ES8099990001450000000001', bic: null, beneficiary: null, concept: 'RF18539007547034' }
    const id = await anInvoice(db, { contract, transfer: JSON.stringify(own) })
    expect((await detailsOf(holder, id)).json()).toMatchObject({ iban: account, concept: own.concept })
    await set({ accountPerInvoice: true })
    expect((await detailsOf(holder, id)).json()).toMatchObject({ iban: own.iban, bic: null, concept: own.concept })
  })

  test.each([
    ['paid', { paid_status: 'paid', amount_pending_cents: 0 }],
    ['charged by itself', { paid_status: 'pending_remesa' }],
    ['given back', { paid_status: 'pending_transfer', rectificative_type: 'A', amount_pending_cents: -4_569 }],
  ])('are refused for an invoice that is %s', async (_, given) => {
    const answer = await detailsOf(holder, await anInvoice(portal.context.db, { contract, ...given }))
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_transfer'])
  })

  test('are refused while the retailer has no account', async () => {
    await set({ account: '' })
    const answer = await detailsOf(holder, await anInvoice(portal.context.db, { contract }))
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_transfer'])
  })

  test('are nobody else’s, and closed without a session', async () => {
    const id = await anInvoice(portal.context.db, { contract })
    expect((await detailsOf(stranger, id)).statusCode).toBe(404)
    expect((await detailsOf(portal.anonymous, id)).statusCode).toBe(401)
    expect((await detailsOf(holder, 2 ** 40)).statusCode).toBe(404)
  })
})

describe('the lists of invoices', () => {
  test('say which can be paid by transfer, as soon as there is an account', async () => {
    const { db } = portal.context
    const own = await aCustomer(db)
    const theirs = await aContract(db, { customerId: own })
    const joint = await aMultipointInvoice(db, { customerId: own, number: 'FM1' })
    await anInvoice(db, { contract: theirs, number: 'FE1' })
    await anInvoice(db, { contract: theirs, number: 'FE2', paid_status: 'pending_remesa' })
    await anInvoice(db, { contract: theirs, number: 'FE3', multipoint_invoice_id: joint })
    await anInvoice(db, {
      contract: theirs,
      number: 'FE4',
      transfer: JSON.stringify({ iban: 'ES8099990001450000000001' }),
    })
    const visitor = await portal.as(await aUser(db, { customerIds: [own] }))
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

/** What an app of a bank reads from a code that is drawn as runs of dark modules. */
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
