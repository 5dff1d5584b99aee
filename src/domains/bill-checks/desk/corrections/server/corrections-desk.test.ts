import { beforeAll, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { storeCurveDays } from '#domains/consumption/server/import/store-curve-days.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { listCorrections } from '../api.ts'

const { portal, operator } = await deskPortal()
let contract: CreatedContract
let customerId: number
let userId: number

beforeAll(async () => {
  const { db } = portal.context
  customerId = await insertCustomer(db, { name: 'Biel Roca' })
  contract = await insertContract(db, { customerId, starts_on: '2026-01-01' })
  userId = await insertUser(db, { name: 'Jordi Ferrer', role: 'operator' })
  const days = { contract, starts_on: '2026-10-01', ends_on: '2026-10-31' }
  await insertInvoice(db, { ...days, number: 'FE-1', issued_on: '2026-11-05' })
  await insertInvoice(db, { ...days, number: 'FE-LATE', issued_on: '2026-11-15' })
  const cancelled = await insertInvoice(db, { ...days, number: 'FE-0', issued_on: '2026-11-03' })
  await insertInvoice(db, {
    ...{ ...days, number: 'AB-0', issued_on: '2026-11-04', rectificative_type: 'A', rectifies_invoice_id: cancelled },
  })
  await store('2026-10-03', 0, Array(24).fill(100), '2026-11-01T10:00:00Z')
  await store('2026-10-03', 1, [150, ...Array(23).fill(100)], '2026-11-12T10:00:00Z')
  const other = await insertContract(db, { customerId: await insertCustomer(db) })
  await store('2026-10-04', 0, Array(24).fill(100), '2026-11-01T10:00:00Z', other)
  await store('2026-10-04', 1, Array(24).fill(90), '2026-11-02T10:00:00Z', other)
})

function store(day: string, version: number, importWh: number[], at: string, { cups } = contract) {
  const file = { cups, day, source: 'F5D' as const, stepMinutes: 60 as const, version, importWh }
  return storeCurveDays(
    portal.context.db,
    [{ ...file, exportWh: null, reactiveVarh: null, quality: null, invoice: null }],
    { origin: { channel: 'desk', userId, fileName: 'F5D_0031.1' }, now: new Date(at) },
  )
}

const list = (q = '') => operator.send(listCorrections, { query: { q } })

test('corrected days are listed newest first, with their difference, who, when and the invoices issued before', async () => {
  const { items, total } = await list()
  expect([total, items.map(({ day }) => day)]).toEqual([2, ['2026-10-03', '2026-10-04']])
  expect(items[0]).toEqual({
    ...{ cups: contract.cups, day: '2026-10-03', source: 'F5D', before: 2.4, after: 2.45 },
    ...{ corrected_at: '2026-11-12T10:00:00.000Z', origin: 'desk', by: 'Jordi Ferrer', file_name: 'F5D_0031.1' },
    intervals: [{ at: '00:00:00+02:00', before: 0.1, now: 0.15 }],
    invoices: [{ number: 'FE-1', customer: { id: customerId, name: 'Biel Roca' } }],
  })
  expect(items[1]).toMatchObject({ invoices: [], before: 2.4, after: 2.16 })
})

test('are found by CUPS and by customer', async () => {
  for (const q of [contract.cups, contract.cups.toLowerCase(), 'Biel Roca'])
    expect((await list(q)).items.map(({ day }) => day)).toEqual(['2026-10-03'])
  expect((await list('nobody at all')).items).toEqual([])
})

test('are read by care and money', async () => {
  const statusOf = async (roles: ('care' | 'money' | 'sales')[]) =>
    (await (await createTestOperator(portal, undefined, roles)).visitor.sendRaw(listCorrections, { query: {} }))
      .statusCode
  expect(await statusOf(['care'])).toBe(200)
  expect(await statusOf(['money'])).toBe(200)
  expect(await statusOf(['sales'])).toBe(403)
  expect((await portal.anonymous.sendRaw(listCorrections, { query: {} })).statusCode).toBe(401)
})
