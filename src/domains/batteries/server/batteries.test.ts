import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type CreatedContract,
  insertBattery,
  insertBatteryLink,
  insertContract,
  insertCustomer,
  insertInvoice,
  insertUser,
} from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { translator } from '#app/server/texts/texts.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { constraintOf } from '#kit/server/database-errors.ts'
import { locales } from '#vocabulary/locale.ts'
import {
  changePercentage,
  chooseDiscounts,
  listBatteries,
  listBatteryTypes,
  moveShare,
  readLedger,
  readPercentages,
} from '../api.ts'
import { expireCredits } from './expire-credits.ts'

const now = new Date('2026-11-20T15:24:00Z')
let portal: TestPortal
let customerId: number
let biel: TestVisitor
let bielReadonly: TestVisitor
let stranger: TestVisitor
/** A house that fills the battery and a flat that only uses it. */
let house: CreatedContract
let flat: CreatedContract
let roof: number
let shed: number

beforeAll(async () => {
  portal = await startTestPortal({ now })
  const { db } = portal.context
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  customerId = await insertCustomer(db)
  const userId = await insertUser(db, { customerIds: [customerId] })
  biel = await portal.as(userId)
  bielReadonly = await portal.as(userId, { readonly: true })
  house = await insertContract(db, { customerId, self_consumption_code: '12' })
  flat = await insertContract(db, { customerId })
  roof = await insertBattery(db, { customerId, name: 'Tejado', balance_cents: 10_001 })
  shed = await insertBattery(db, { customerId, name: 'Caseta', balance_cents: 0 })
  await insertBatteryLink(db, { contract: house, battery_id: roof, percentage: 60, is_origin: true })
  await insertBatteryLink(db, { contract: flat, battery_id: roof, percentage: 25 })
})

const changeOf = (contract: CreatedContract, percentage: number, batteryId = roof) => ({
  params: { contractName: contract.name, bateriaId: String(batteryId) },
  body: { pes_percentatge: percentage },
})
const moveOf = (contract: CreatedContract, percentage: number, { from = roof, to = shed } = {}) => ({
  params: { contractName: contract.name, bateriaOrigenId: String(from) },
  body: { pes_percentatge: percentage, bateria_desti: to },
})
const chosen = (contract: CreatedContract, valor_descomptes: 'aplicar' | 'guardar') => ({
  params: { contractName: contract.name, bateriaId: String(roof) },
  body: { valor_descomptes },
})

/**
 * Returns the shares of a contract as its own page shows them: battery, percentage, first and last day, newest first.
 */
async function sharesOf({ name }: CreatedContract) {
  const { items } = await biel.send(listContracts, { query: { filter: JSON.stringify([['name', '=', name]]) } })
  return items[0]!.bateria_virtual.map((link) => [
    link.bateria.name,
    link.pes_percentatge,
    link.data_inici,
    link.data_final,
  ])
}

function requestsOf({ contractId }: CreatedContract) {
  const { db } = portal.context
  return db
    .selectFrom('change_request')
    .where('contract_id', '=', contractId)
    .select(['kind', 'state', 'details'])
    .execute()
}

function messagesOf({ contractId }: CreatedContract) {
  const { db } = portal.context
  return db
    .selectFrom('outbox_message')
    .where('contract_id', '=', contractId)
    .select(['kind', 'values', 'link'])
    .execute()
}

describe('access control', () => {
  const calls = () =>
    [
      [changePercentage, changeOf(flat, 10)],
      [chooseDiscounts, chosen(flat, 'guardar')],
      [moveShare, moveOf(flat, 10)],
    ] as const

  test('allows no read or change without a session', async () => {
    for (const [call, sent] of calls())
      expect((await portal.anonymous.sendRaw(call, sent as never)).json()).toMatchObject({
        error: { code: 'unauthenticated' },
      })
    for (const [call, params] of [
      [listBatteryTypes, undefined],
      [listBatteries, undefined],
      [readPercentages, { bateriaId: String(roof) }],
      [readLedger, { id: String(roof) }],
    ] as const)
      expect((await portal.anonymous.sendRaw(call, { params } as never)).statusCode).toBe(401)
  })

  test('returns 404 for another customer’s battery, whatever the body', async () => {
    for (const [call, sent] of calls()) {
      expect((await stranger.sendRaw(call, sent as never)).statusCode).toBe(404)
      expect((await stranger.sendRaw(call, { ...sent, body: {} } as never)).statusCode).toBe(404)
    }
    expect((await stranger.sendRaw(readPercentages, { params: { bateriaId: String(roof) } })).statusCode).toBe(404)
    expect((await stranger.sendRaw(readLedger, { params: { id: String(roof) } })).statusCode).toBe(404)
    expect((await stranger.sendRaw(readLedger, { params: { id: '1 or 1=1' } })).statusCode).toBe(404)
    expect(await stranger.send(listBatteries, {})).toEqual({ items: [] })
  })

  test('rejects moving a share into another customer’s battery, or a share that the contract does not have', async () => {
    const { db } = portal.context
    const foreign = await insertBattery(db, { customerId: await insertCustomer(db) })
    expect((await biel.sendRaw(moveShare, moveOf(flat, 10, { to: foreign }))).statusCode).toBe(404)
    expect((await biel.sendRaw(moveShare, moveOf(flat, 10, { to: 2 ** 31 }))).statusCode).toBe(404)
    expect((await biel.sendRaw(moveShare, moveOf(flat, 10, { to: 2 ** 53 }))).statusCode).toBe(400)
    expect((await biel.sendRaw(changePercentage, changeOf(flat, 10, shed))).statusCode).toBe(404)
  })

  test('allows a read-only session to read but not to change', async () => {
    for (const [call, sent] of calls()) {
      const answer = await bielReadonly.sendRaw(call, sent as never)
      expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'token_readonly'])
    }
    expect((await bielReadonly.send(readPercentages, { params: { bateriaId: String(roof) } })).percentage).toBe(85)
    expect(await sharesOf(flat)).toEqual([['Tejado', 25, '2025-06-01', null]])
  })

  test('rejects changes on a contract that is not active or outside the dates of a share', async () => {
    const { db } = portal.context
    const closed = await insertContract(db, { customerId, state: 'baixa' })
    await insertBatteryLink(db, { contract: closed, battery_id: roof, percentage: 5 })
    const ended = await insertContract(db, { customerId })
    await insertBatteryLink(db, { contract: ended, battery_id: roof, percentage: 5, ends_on: '2026-11-19' })
    for (const [contract, code] of [
      [closed, 'contract_not_active'],
      [ended, 'battery_not_active'],
    ] as const)
      for (const [call, sent] of [
        [changePercentage, changeOf(contract, 10)],
        [chooseDiscounts, chosen(contract, 'guardar')],
        [moveShare, moveOf(contract, 10)],
      ] as const)
        await expect(biel.send(call, sent as never)).rejects.toMatchObject({ status: 409, code })
  })

  test.each([-1, 101, 33.5, '30', null])('rejects %j as a percentage', async (percentage) => {
    for (const [call, sent] of [
      [changePercentage, changeOf(flat, 0)],
      [moveShare, moveOf(flat, 0)],
    ] as const) {
      const body = { ...sent.body, pes_percentatge: percentage }
      const answer = await biel.sendRaw(call, { ...sent, body } as never)
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['pes_percentatge']])
    }
  })
})

describe('the percentage of a contract', () => {
  test('changes at once, is stored as a completed request and is notified by e-mail', async () => {
    expect(await biel.send(changePercentage, changeOf(flat, 40))).toEqual({ bateria_id: roof, pes_percentatge: 40 })
    expect(await sharesOf(flat)).toEqual([['Tejado', 40, '2025-06-01', null]])
    expect(await requestsOf(flat)).toEqual([
      { kind: 'wallet_percentage', state: 'done', details: { bateria_id: roof, pes_percentatge: 40 } },
    ])
    expect(await messagesOf(flat)).toEqual([
      {
        kind: 'batteries.percentageChanged',
        values: { wallet: 'Tejado', contract: flat.name, percentage: 40 },
        link: `/contracts/electricity/${flat.name}`,
      },
    ])
    const audit = await portal.context.db
      .selectFrom('audit_entry')
      .where('customer_id', '=', customerId)
      .where('action', '=', 'wallet_percentage_done')
      .select(['before', 'after'])
      .execute()
    expect(audit).toEqual([{ before: { percentage: 25 }, after: { percentage: 40 } }])
  })

  test('locks the battery at 0 and unlocks it above 0', async () => {
    await biel.send(changePercentage, changeOf(flat, 0))
    expect(await sharesOf(flat)).toEqual([['Tejado', 0, '2025-06-01', null]])
    await biel.send(changePercentage, changeOf(flat, 10))
    expect(await sharesOf(flat)).toEqual([['Tejado', 10, '2025-06-01', null]])
  })

  test('is refused if all contracts together would exceed 100, and leaves nothing behind', async () => {
    await expect(biel.send(changePercentage, changeOf(flat, 41))).rejects.toMatchObject({
      status: 409,
      code: 'battery_over_whole',
    })
    expect(await sharesOf(flat)).toEqual([['Tejado', 25, '2025-06-01', null]])
    expect(await requestsOf(flat)).toEqual([])
    expect(await messagesOf(flat)).toEqual([])
  })

  test('ignores ended shares and counts future ones', async () => {
    const { db } = portal.context
    const ended = await insertContract(db, { customerId })
    await insertBatteryLink(db, { contract: ended, battery_id: roof, percentage: 15, ends_on: '2025-12-31' })
    await biel.send(changePercentage, changeOf(flat, 40))
    const later = await insertContract(db, { customerId })
    await expect(
      insertBatteryLink(db, { contract: later, battery_id: roof, percentage: 1, starts_on: '2027-01-01' }),
    ).rejects.toSatisfy((error) => constraintOf(error) === 'battery_is_shared_once')
  })

  test('never exceeds 100 over all contracts, even with concurrent requests', async () => {
    const { db } = portal.context
    const contracts = [flat]
    for (let more = 0; more < 3; more++) {
      const contract = await insertContract(db, { customerId })
      await insertBatteryLink(db, { contract, battery_id: roof, percentage: 0 })
      contracts.push(contract)
    }
    await biel.send(changePercentage, changeOf(flat, 0))
    const answers = await Promise.all(
      contracts.map((contract) => biel.sendRaw(changePercentage, changeOf(contract, 30))),
    )
    const codes = answers.map((answer) => (answer.statusCode === 200 ? 'done' : answer.json().error.code)).sort()
    expect(codes).toEqual(['battery_over_whole', 'battery_over_whole', 'battery_over_whole', 'done'])
    const { percentage } = await biel.send(readPercentages, { params: { bateriaId: String(roof) } })
    expect(percentage).toBe(90)
  })

  test('is returned with the sum over all contracts', async () => {
    expect(await biel.send(readPercentages, { params: { bateriaId: String(roof) } })).toEqual({
      bateria_id: roof,
      percentage: 85,
      contracts: [
        { name: house.name, address: expect.stringMatching(/ - Barcelona$/), percentage: 60, es_origen: true },
        { name: flat.name, address: expect.stringMatching(/ - Barcelona$/), percentage: 25, es_origen: false },
      ],
    })
  })
})

describe('the use of a share', () => {
  test('is one of the types, whose names are in the language of the request', async () => {
    expect(await biel.send(listBatteryTypes, {})).toEqual({
      items: [
        { id: 1, name: 'aplicar', description: 'Se descuenta de las facturas del contrato' },
        { id: 2, name: 'guardar', description: 'Se guarda en el monedero' },
      ],
    })
  })

  test('is chosen, stored as a request and notified by e-mail', async () => {
    expect(await biel.send(chooseDiscounts, chosen(flat, 'guardar'))).toEqual({
      bateria_id: roof,
      gestio_descomptes: 'guardar',
    })
    const { links } = await biel.send(readLedger, { params: { id: String(roof) } })
    expect(links.map(({ contract, gestio_descomptes }) => [contract.name, gestio_descomptes])).toEqual([
      [house.name, 'aplicar'],
      [flat.name, 'guardar'],
    ])
    expect((await requestsOf(flat)).map(({ kind, state }) => [kind, state])).toEqual([['wallet_discounts', 'done']])
    expect((await messagesOf(flat)).map(({ kind }) => kind)).toEqual(['batteries.discountsChosen'])
  })

  test('is refused for an unknown type', async () => {
    const answer = await biel.sendRaw(chooseDiscounts, chosen(flat, 'regalar' as 'guardar'))
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['valor_descomptes']])
  })
})

describe('moving a share to another battery', () => {
  test('ends it in one and starts it in the other today, and transfers its part of the balance', async () => {
    expect(await biel.send(moveShare, moveOf(flat, 80))).toEqual({ bateria_id: shed, pes_percentatge: 80 })
    expect(await sharesOf(flat)).toEqual([
      ['Caseta', 80, '2026-11-20', null],
      ['Tejado', 25, '2025-06-01', '2026-11-19'],
    ])
    const left = await biel.send(readLedger, { params: { id: String(roof) } })
    expect([left.balance, left.entries[0]]).toEqual([
      75.01,
      expect.objectContaining({
        date: '2026-11-20',
        reason: 'moved_out',
        amount: -25,
        balance: 75.01,
        contract: flat.name,
        other_battery: { id: shed, name: 'Caseta' },
      }),
    ])
    const gained = await biel.send(readLedger, { params: { id: String(shed) } })
    expect([gained.balance, gained.entries.map(({ reason, amount }) => [reason, amount])]).toEqual([
      25,
      [['moved_in', 25]],
    ])
    expect(await requestsOf(flat)).toEqual([
      {
        kind: 'wallet_move',
        state: 'done',
        details: { bateria_origen: roof, bateria_desti: shed, pes_percentatge: 80, wallet: 'Caseta' },
      },
    ])
    expect((await messagesOf(flat)).map(({ kind, values }) => [kind, values])).toEqual([
      ['batteries.moved', { from: 'Tejado', to: 'Caseta', percentage: 80, movedCents: 2500, contract: flat.name }],
    ])
  })

  test('can be undone the same day without leaving a share behind', async () => {
    await biel.send(moveShare, moveOf(flat, 80))
    await biel.send(moveShare, moveOf(flat, 25, { from: shed, to: roof }))
    expect(await sharesOf(flat)).toEqual([
      ['Tejado', 25, '2026-11-20', null],
      ['Tejado', 25, '2025-06-01', '2026-11-19'],
    ])
  })

  test('is refused for the contract that fills the battery and for one with self-consumption', async () => {
    await expect(biel.send(moveShare, moveOf(house, 10))).rejects.toMatchObject({ status: 409, code: 'origin_battery' })
    const { db } = portal.context
    const panels = await insertContract(db, { customerId, self_consumption_code: '41' })
    await insertBatteryLink(db, { contract: panels, battery_id: roof, percentage: 5 })
    await expect(biel.send(moveShare, moveOf(panels, 10))).rejects.toMatchObject({
      status: 409,
      code: 'self_consumption',
    })
  })

  test('is refused if the other battery already has a share for the contract or has no percentage left', async () => {
    const { db } = portal.context
    await expect(biel.send(moveShare, moveOf(flat, 10, { to: roof }))).rejects.toMatchObject({
      code: 'battery_already_shared',
    })
    await insertBatteryLink(db, { contract: house, battery_id: shed, percentage: 95 })
    await expect(biel.send(moveShare, moveOf(flat, 6))).rejects.toMatchObject({ code: 'battery_over_whole' })
    expect(await sharesOf(flat)).toEqual([['Tejado', 25, '2025-06-01', null]])
    expect((await biel.send(readLedger, { params: { id: String(roof) } })).balance).toBe(100.01)
  })

  test('happens once for two concurrent requests', async () => {
    const answers = await Promise.all([1, 2].map(() => biel.sendRaw(moveShare, moveOf(flat, 50))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await biel.send(readLedger, { params: { id: String(shed) } })).balance).toBe(25)
  })
})

test.each(locales)('notifies each change by e-mail in %s, with an action that links to the contract', (locale) => {
  const values = {
    ...{ wallet: 'Tejado', from: 'Tejado', to: 'Caseta', contract: '0051366' },
    ...{ percentage: 80, movedCents: '25,00 €', handling: 'guardar' },
  }
  for (const [kind, told] of [
    ['percentageChanged', ['Tejado', '80', '0051366']],
    ['discountsChosen', ['Tejado', '0051366']],
    ['moved', ['Tejado', 'Caseta', '80', '25,00 €', '0051366']],
  ] as const) {
    const say = translator(locale, `batteries.mails.${kind}`)
    expect(say('subject', values)).toBeTruthy()
    expect(say('action', values)).toBeTruthy()
    for (const word of told) expect(say('text', values)).toContain(word)
  }
})

describe('the ledger of a battery', () => {
  async function book(bookedOn: string, reason: 'surplus' | 'discount', cents: number, contract = house) {
    const { db } = portal.context
    const invoice_id = await insertInvoice(db, { contract, issued_on: bookedOn })
    const row = { customer_id: customerId, battery_id: roof, contract_id: contract.contractId, invoice_id }
    await db
      .insertInto('battery_entry')
      .values({ ...row, booked_on: bookedOn, reason, amount_cents: cents })
      .execute()
    return invoice_id
  }

  test('lists each entry with its invoice and the balance after it, newest first', async () => {
    await book('2026-10-06', 'surplus', 1250)
    const invoiceId = await book('2026-11-06', 'discount', -333, flat)
    const { id, name, balance, entries } = await biel.send(readLedger, { params: { id: String(roof) } })
    expect([id, name, balance]).toEqual([roof, 'Tejado', 109.18])
    expect(entries.map(({ date, reason, amount, balance }) => [date, reason, amount, balance])).toEqual([
      ['2026-11-06', 'discount', -3.33, 109.18],
      ['2026-10-06', 'surplus', 12.5, 112.51],
      ['2025-06-01', 'carried_over', 100.01, 100.01],
    ])
    expect(entries[0]).toMatchObject({
      contract: flat.name,
      invoice: { id: invoiceId, number: expect.stringMatching(/^FE/), date: '2026-11-06' },
      other_battery: null,
    })
    expect(entries[2]).toMatchObject({ contract: null, invoice: null })
  })

  test('is immutable and rejects booking an invoice twice', async () => {
    const { db } = portal.context
    const invoice_id = await book('2026-11-06', 'surplus', 500)
    await expect(db.updateTable('battery_entry').set({ amount_cents: 9 }).execute()).rejects.toThrow(/append-only/)
    await expect(db.deleteFrom('battery_entry').execute()).rejects.toThrow(/append-only/)
    const again = { customer_id: customerId, battery_id: roof, invoice_id, booked_on: '2026-11-07' }
    await expect(
      db
        .insertInto('battery_entry')
        .values({ ...again, reason: 'surplus', amount_cents: 500 })
        .execute(),
    ).rejects.toThrow(/one_entry_per_invoice/)
  })

  test('returns the next expiry of credit, and books expired credit once', async () => {
    const { db } = portal.context
    await book('2026-01-06', 'surplus', 700)
    await book('2026-10-06', 'surplus', 1250)
    const params = { id: String(roof) }
    expect((await biel.send(readLedger, { params })).next_expiry).toBeNull()
    await db.insertInto('wallet_term').values({ valid_from: '2026-01-01', expires_after_months: 12 }).execute()
    expect((await biel.send(readLedger, { params })).next_expiry).toEqual({ date: '2027-01-06', amount: 7 })
    // 100.01 was booked before the term and is used first.
    await book('2026-11-06', 'discount', -10_101)
    expect((await biel.send(readLedger, { params })).next_expiry).toEqual({ date: '2027-01-06', amount: 6 })
    const on = (day: string) => expireCredits(db, new Date(`${day}T10:00:00Z`))
    expect(await on('2027-01-05')).toBe(0)
    expect(await Promise.all([on('2027-01-06'), on('2027-01-06')])).toContain(1)
    expect(await on('2027-01-07')).toBe(0)
    const { entries, balance } = await biel.send(readLedger, { params })
    expect(entries[0]).toMatchObject({ date: '2027-01-06', reason: 'expired', amount: -6, balance: 12.5 })
    expect(entries.filter(({ reason }) => reason === 'expired')).toHaveLength(1)
    expect(balance).toBe(12.5)
    await db.deleteFrom('wallet_term').execute()
  })

  test('notifies the holder of expiring credit once, a month before, and after the expiry only of credit not yet notified', async () => {
    const { db } = portal.context
    await book('2026-01-06', 'surplus', 700)
    await book('2026-03-06', 'surplus', 300)
    await db.insertInto('wallet_term').values({ valid_from: '2026-01-01', expires_after_months: 12 }).execute()
    await book('2026-11-06', 'discount', -10_001)
    const collectExpiryMessages = async (...days: string[]) => {
      for (const day of days) await expireCredits(db, new Date(`${day}T10:00:00Z`))
      const mails = db.selectFrom('outbox_message').where('customer_id', '=', customerId).orderBy('created_at')
      return (await mails.select(['kind', 'values', 'link']).execute()).map(({ kind, values, link }) => [
        kind,
        values,
        link,
      ])
    }
    expect(await collectExpiryMessages('2026-12-06')).toEqual([])
    const link = `/batteries/${roof}`
    const soon = ['batteries.creditExpiring', { wallet: 'Tejado', creditCents: 700, day: '2027-01-06' }, link]
    const duty = async () => {
      const [row] = await findDutiesOf(db, `wallet:${roof}`)
      return [row?.state, row?.due_on]
    }
    expect(await duty()).toEqual(['open', '2026-12-07'])
    expect(await collectExpiryMessages('2026-12-07')).toEqual([soon])
    expect(await duty()).toEqual(['done', '2026-12-07'])
    expect(await collectExpiryMessages('2026-12-08', '2027-01-06')).toEqual([soon])
    expect(await duty()).toEqual(['open', '2027-02-04'])
    // The server was down when the second credit should have been notified.
    const late = ['batteries.creditExpired', { wallet: 'Tejado', creditCents: 300 }, link]
    expect(await collectExpiryMessages('2027-03-07', '2027-03-08')).toEqual([soon, late])
    expect((await duty())[0]).toBe('done')
    await db.deleteFrom('wallet_term').execute()
  })

  test('projects the balance from the same months of the previous year, with the assumption and what is missing', async () => {
    await book('2026-09-06', 'surplus', 1000)
    await book('2026-11-06', 'surplus', 500)
    const { projection } = await biel.send(readLedger, { params: { id: String(roof) } })
    expect(projection.assumption).toMatch(/mismo mes del año anterior/)
    expect(projection.months.map(({ balance }) => balance)).toEqual([...Array(9).fill(115.01), 125.01, 125.01, 130.01])
    expect(projection.months[0]).toEqual({ month: '2026-12-01', surplus: null, discount: null, balance: 115.01 })
    expect(projection.months.at(-1)).toEqual({ month: '2027-11-01', surplus: 5, discount: 0, balance: 130.01 })
    expect(projection.missing_months).toHaveLength(9)
  })

  test('is reached from the list of batteries, which has the contracts that use each', async () => {
    expect(await biel.send(listBatteries, {})).toEqual({
      items: [
        { id: shed, name: 'Caseta', balance: 0, contracts: [] },
        { id: roof, name: 'Tejado', balance: 100.01, contracts: [house.name, flat.name] },
      ],
    })
  })
})
