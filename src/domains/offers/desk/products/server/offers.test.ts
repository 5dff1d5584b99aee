import { afterAll, describe, expect, test } from 'vitest'
import { decideApproval, readApproval, withdrawApproval } from '#backoffice/approvals/api.ts'
import { approveAfter, createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { listPrices } from '../../../api.ts'
import {
  addProduct,
  archiveProduct,
  changePrices,
  listProducts,
  planPrices,
  previewYear,
  readProduct,
  saveProduct,
  type WirePrices,
  withdrawPrices,
} from '../api.ts'
import { insertPriceList } from './price-list-store.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const [today, tomorrow] = ['2026-11-20', '2026-11-21']
const year = (eur: string) => ({ per: 'year', eur }) as const
const prices: WirePrices = {
  ...{ standing: [year('30'), year('1.4')], energy: ['0.21', '0.15', '0.11'], surplus: null },
  ...{ standing_discount: null, energy_discount: null },
}
const dearer: WirePrices = { ...prices, energy: ['0.25', '0.2', '0.15'] }
const offer = {
  ...{ descriptions: { es: 'Sencilla', ca: 'Senzilla' }, link: null, with_self_consumption: null },
  ...{ position: 1, from_day: today, to_day: null },
}

const { portal, operator, operatorId, customer } = await deskPortal({ now: noon })
const { visitor: approver, userId: approverId } = await createTestOperator(portal)
let count = 0

afterAll(() => portal.close())

const add = async (energy: 'electricity' | 'gas' = 'electricity') =>
  String((await operator.send(addProduct, { body: { energy, name: `P${++count}`, commercial_name: null } })).id)
const read = (id: string) => operator.send(readProduct, { params: { id } })
const askToPlan = (id: string, from: string, tariff = '2.0TD', wanted = prices) =>
  operator.sendRaw(planPrices, { params: { id }, body: { tariff, valid_from: from, prices: wanted } })
/** Plans prices as one operator and approves them as another. */
const plan = (...planned: Parameters<typeof askToPlan>) => approveAfter(approver, askToPlan(...planned))
const save = (id: string, version: number, wanted: object | null = offer) =>
  operator.sendRaw(saveProduct, { params: { id }, body: { version, commercial_name: 'Clara', offer: wanted as never } })
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]
const fieldsOf = (answer: { statusCode: number; json(): { errors?: object } }) => [
  answer.statusCode,
  Object.keys(answer.json().errors ?? {}),
]
const offered = async () => {
  const query = { power: '4.6', atr: '18', year_kwh: '3000', zip: '28013' }
  return portal.anonymous.send(listPrices, { query })
}

test('a product is added, priced, put on sale, sold to new customers and archived', async () => {
  const id = await add()
  expect(await read(id)).toMatchObject({ sale: 'not_offered', offer: null, price_lists: [], version: 1 })
  expect((await plan(id, today)).statusCode).toBe(200)
  expect((await save(id, 1)).json()).toEqual({ version: 2 })
  expect(await read(id)).toMatchObject({
    sale: 'on_sale',
    commercial_name: 'Clara',
    offer: { descriptions: { es: 'Sencilla', ca: 'Senzilla' }, from_day: today },
    price_lists: [{ tariff: '2.0TD', valid_from: today, valid_to: null, standing: 'in_force', prices }],
  })
  const [sold] = await offered()
  expect(sold).toMatchObject({ name: 'Clara', prices: { power: [30, 1.4], energy: [0.21, 0.15, 0.11] } })

  const body = { tariff: '2.0TD', prices, zone: 'peninsula', power_kw: 4.6, year_kwh: 3000 } as const
  const preview = await operator.send(previewYear, { params: { id }, body })
  expect(preview).toEqual({ amount: sold!.year!.amount, present: sold!.year!.amount })
  const more = await operator.send(previewYear, { params: { id }, body: { ...body, prices: dearer } })
  expect(more.amount).toBeGreaterThan(more.present!)

  const archived = await operator.send(archiveProduct, { params: { id }, body: { version: 2, archived: true } })
  expect(await offered()).toEqual([])
  expect((await read(id)).sale).toBe('archived')
  expect(refusal(await save(id, archived.version))).toEqual([409, 'product_archived'])
  expect(refusal(await plan(id, tomorrow))).toEqual([409, 'product_archived'])
  await operator.send(archiveProduct, { params: { id }, body: { version: archived.version, archived: false } })
  expect((await offered()).length).toBe(1)
  expect((await save(id, 4, null)).statusCode).toBe(200)
  expect(await offered()).toEqual([])
  const subject = `product:${id}`
  const entries = await portal.context.db
    .selectFrom('audit_entry')
    .where('subject', 'like', `${subject}%`)
    .select(['action', 'before', 'after'])
    .orderBy('audit_entry_id')
    .execute()
  expect(entries.map(({ action }) => action)).toEqual([
    ...['product_added', 'prices_planned', 'product_changed', 'product_archived', 'product_unarchived'],
    'product_changed',
  ])
  expect(entries[2]).toMatchObject({ before: { offer: null }, after: { commercial_name: 'Clara', offer } })
})

test('planned prices can be added, edited and withdrawn until they are in force', async () => {
  const id = await add()
  await plan(id, today)
  expect((await plan(id, tomorrow, '2.0TD', dearer)).statusCode).toBe(200)
  expect(refusal(await plan(id, tomorrow))).toEqual([409, 'prices_exist'])
  expect((await read(id)).price_lists).toMatchObject([
    { valid_from: tomorrow, standing: 'planned', version: 1 },
    { valid_from: today, valid_to: tomorrow, standing: 'in_force' },
  ])
  const change = (from: string, version: number, validFrom: string) =>
    approveAfter(
      approver,
      operator.sendRaw(changePrices, {
        params: { id, tariff: '2.0TD', from },
        body: { version, valid_from: validFrom, prices: dearer },
      }),
    )
  const withdraw = (from: string, version: number) =>
    approveAfter(
      approver,
      operator.sendRaw(withdrawPrices, { params: { id, tariff: '2.0TD', from }, body: { version } }),
    )
  expect((await change(tomorrow, 1, '2026-12-01')).statusCode).toBe(200)
  expect((await read(id)).price_lists[0]).toMatchObject({ valid_from: '2026-12-01', version: 2, prices: dearer })
  expect(refusal(await change('2026-12-01', 1, '2026-12-02'))).toEqual([409, 'prices_changed'])
  expect(fieldsOf(await change('2026-12-01', 2, today))).toEqual([400, ['valid_from']])
  expect(refusal(await change(today, 1, '2026-12-02'))).toEqual([409, 'prices_in_force'])
  expect((await change(tomorrow, 1, '2026-12-02')).statusCode).toBe(404)
  await plan(id, '2027-01-01')
  expect(refusal(await change('2026-12-01', 2, '2027-01-01'))).toEqual([409, 'prices_exist'])
  expect(refusal(await withdraw('2026-12-01', 1))).toEqual([409, 'prices_changed'])
  expect(refusal(await withdraw(today, 1))).toEqual([409, 'prices_in_force'])
  expect((await withdraw('2026-12-01', 2)).statusCode).toBe(200)
  expect((await read(id)).price_lists.map(({ valid_from }) => valid_from)).toEqual(['2027-01-01', today])
  expect((await auditOf(portal, operatorId)).map(([action]) => action)).toEqual(
    expect.arrayContaining(['prices_planned', 'prices_changed', 'prices_withdrawn']),
  )
})

describe('prices that await another operator', () => {
  const decide = (id: string) => approver.sendRaw(decideApproval, { params: { id }, body: { decision: 'approve' } })

  test('apply only after approval, and are shown next to the current ones', async () => {
    const id = await add()
    await plan(id, today)
    const { approval_id } = (await askToPlan(id, tomorrow, '2.0TD', dearer)).json()
    expect(await read(id)).toMatchObject({
      price_lists: [{ valid_from: today }],
      waiting_approvals: [{ tariff: '2.0TD', approval: { id: approval_id } }],
    })
    expect((await approver.send(readApproval, { params: { id: approval_id } })).detail).toMatchObject({
      ...{ kind: 'prices', act: 'plan', tariff: '2.0TD', product: { id: Number(id) } },
      before: { valid_from: today, prices },
      after: { valid_from: tomorrow, prices: dearer },
    })
    expect(refusal(await askToPlan(id, '2026-12-24'))).toEqual([409, 'approval_open'])
    const list = { id, tariff: '2.0TD', from: tomorrow }
    expect((await decide(approval_id)).json()).toEqual({ state: 'approved', failure: null })
    expect((await read(id)).price_lists[0]).toMatchObject({ valid_from: tomorrow, prices: dearer })

    const body = { version: 1, valid_from: tomorrow, prices }
    const changed = (await operator.sendRaw(changePrices, { params: list, body })).json()
    expect(refusal(await operator.sendRaw(changePrices, { params: list, body: { ...body, prices: dearer } }))).toEqual([
      409,
      'approval_open',
    ])
    const withdrawal = { params: list, body: { version: 1 } }
    expect(refusal(await operator.sendRaw(withdrawPrices, withdrawal))).toEqual([409, 'approval_open'])
    await operator.send(withdrawApproval, { params: { id: changed.approval_id } })
    const withdrawn = (await operator.sendRaw(withdrawPrices, withdrawal)).json()
    expect((await approver.send(readApproval, { params: { id: withdrawn.approval_id } })).detail).toMatchObject({
      ...{ act: 'withdraw', before: { valid_from: tomorrow }, after: { valid_from: today } },
    })
  })

  test('are not approved after other prices were planned meanwhile, for example by a command', async () => {
    const id = await add()
    const { approval_id } = (await askToPlan(id, tomorrow)).json()
    const product = { id: Number(id), energy: 'electricity' } as const
    await insertPriceList(portal.context.db, product, {
      ...{ tariff: '2.0TD', validFrom: today },
      prices: { ...prices, standingDiscount: null, energyDiscount: null },
    })
    const refused = await decide(approval_id)
    expect(refusal(refused)).toEqual([409, 'approval_outdated'])
    expect(refused.json().current).toMatchObject({ before: { valid_from: today } })
    expect((await read(id)).price_lists).toHaveLength(1)
  })

  test('fail if their start day has come', async () => {
    const id = await add()
    await plan(id, today)
    const { approval_id } = (await askToPlan(id, tomorrow)).json()
    portal.setClock(new Date('2026-11-21T11:00:00Z'))
    const late = await portal.as(approverId)
    const params = { id: approval_id }
    expect(await late.send(decideApproval, { params, body: { decision: 'approve' } })).toEqual({
      ...{ state: 'failed', failure: 'invalid' },
    })
    portal.setClock(noon)
  })
})

describe('refuses with a field error', () => {
  test.each<[string, object, string]>([
    ['a day in the past', { valid_from: '2026-11-19' }, 'valid_from'],
    ['an invalid day', { valid_from: '31/12/2026' }, 'valid_from'],
    ['an unknown tariff', { tariff: '2.1A' }, 'tariff'],
    ['too few power prices', { prices: { ...prices, standing: [year('30')] } }, 'prices.standing'],
    ['a price that is not a number', { prices: { ...prices, energy: ['0.21', 'free', '0.11'] } }, 'prices.energy.1'],
    [
      'a discount of more than 100 percent',
      { prices: { ...prices, energy_discount: '101' } },
      'prices.energy_discount',
    ],
  ])('%s', async (_, wrong, field) => {
    const id = await add()
    const body = { tariff: '2.0TD', valid_from: tomorrow, prices, ...wrong }
    expect(fieldsOf(await operator.sendRaw(planPrices, { params: { id }, body }))).toEqual([400, [field]])
  })

  test.each<[string, object, string]>([
    ['no description', { descriptions: { es: ' ' } }, 'offer.descriptions.es'],
    ['an end before its start', { to_day: today }, 'offer.to_day'],
    ['a script URL as link', { link: 'javascript:alert(1)' }, 'offer.link'],
  ])('an offer with %s', async (_, wrong, field) => {
    expect(fieldsOf(await save(await add(), 1, { ...offer, ...wrong }))).toEqual([400, [field]])
  })

  test('a preview for a different tariff', async () => {
    const body = { tariff: '3.0TD', prices, zone: 'peninsula', power_kw: 20, year_kwh: 3000 } as const
    const answer = await operator.sendRaw(previewYear, { params: { id: await add() }, body })
    expect(fieldsOf(answer)).toEqual([400, ['prices.standing']])
  })
})

test('returns no yearly cost if a tax is unknown', async () => {
  const id = await add('gas')
  const gas = { ...prices, standing: [year('100')], energy: ['0.06'] }
  const body = { tariff: 'RL.2', prices: gas, zone: 'ceuta', power_kw: 0, year_kwh: 9000 } as const
  expect(await operator.send(previewYear, { params: { id }, body })).toEqual({ amount: null, present: null })
})

test('refuses conflicting edits and duplicate product names', async () => {
  const id = await add()
  await save(id, 1)
  expect(refusal(await save(id, 1))).toEqual([409, 'product_changed'])
  const archive = await operator.sendRaw(archiveProduct, { params: { id }, body: { version: 1, archived: true } })
  expect(refusal(archive)).toEqual([409, 'product_changed'])
  const body = { energy: 'electricity', name: (await read(id)).name, commercial_name: null } as const
  expect(refusal(await operator.sendRaw(addProduct, { body }))).toEqual([409, 'product_exists'])
})

test('finds products by energy, name and sale state, page by page', async () => {
  for (const energy of ['electricity', 'electricity', 'gas'] as const)
    await operator.send(addProduct, { body: { energy, name: `ZETA ${++count}`, commercial_name: null } })
  const list = (query: object) => operator.send(listProducts, { query: query as never })
  expect((await list({ q: 'zeta' })).total).toBe(3)
  expect((await list({ q: 'zeta', energy: 'gas' })).total).toBe(1)
  expect((await list({ q: 'zeta', show: 'on_sale' })).items).toEqual([])
  expect((await list({ q: 'zeta', show: 'archived' })).items).toEqual([])
  const page = await list({ q: 'zeta', show: 'all', limit: 2, offset: 2 })
  expect([page.total, page.items.map(({ energy }) => energy)]).toEqual([3, ['gas']])
})

test.each(['0', 'x', '99999999999999999999'])('returns 404 for product %s', async (id) => {
  expect((await operator.sendRaw(readProduct, { params: { id } })).statusCode).toBe(404)
  expect((await plan(id, tomorrow)).statusCode).toBe(404)
})

test('customers have no access', async () => {
  const params = { id: '1' }
  const list = { ...params, tariff: '2.0TD', from: tomorrow }
  const replies = [
    customer.sendRaw(listProducts, { query: {} }),
    customer.sendRaw(readProduct, { params }),
    customer.sendRaw(addProduct, { body: { energy: 'gas', name: 'X', commercial_name: null } }),
    customer.sendRaw(saveProduct, { params, body: { version: 1, commercial_name: null, offer: null } }),
    customer.sendRaw(archiveProduct, { params, body: { version: 1, archived: true } }),
    customer.sendRaw(planPrices, { params, body: { tariff: '2.0TD', valid_from: tomorrow, prices } }),
    customer.sendRaw(changePrices, { params: list, body: { version: 1, valid_from: tomorrow, prices } }),
    customer.sendRaw(withdrawPrices, { params: list, body: { version: 1 } }),
  ]
  expect((await Promise.all(replies)).map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 401))
})
