import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { endDuty, findDutiesOf, openDuty } from '#domains/duties/server/duty-store.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import { readSwitch, readWithdrawal, withdrawFromContract } from '../api.ts'
import { endSwitchDuties, openContractDuties, subjectOfSignedContract } from './contract-duties.ts'

const signedAt = new Date('2026-11-20T10:00:00Z')
let portal: TestPortal
let customerId: number
let userId: number
let visitor: TestVisitor
let readonly: TestVisitor
let stranger: TestVisitor
let contract: { contractId: number; name: string }
let params: { contractName: string }

beforeAll(async () => {
  portal = await startTestPortal({ now: signedAt })
  const { db, encryptionKeys } = portal.context
  const endpoint = { url: 'https://erp.example.com/', description: '', eventTypes: null }
  await insertEndpoint(db, { ...endpoint, encryptionKeys, now: signedAt })
  customerId = await insertCustomer(db, { tax_id: '12345678Z' })
  userId = await insertUser(db, { customerIds: [customerId] })
  visitor = await portal.as(userId)
  readonly = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())
beforeEach(() => signAnother())

async function signAnother({
  isSwitch = true,
  ...overrides
}: {
  payer_tax_id?: string
  state?: string
  energy?: 'gas'
  isSwitch?: boolean
} = {}) {
  portal.setClock(signedAt)
  const { db } = portal.context
  const { energy = 'electricity' } = overrides
  const signed = { customerId, state: 'esborrany', signed_on: '2026-11-20', payer_tax_id: '12345678Z', ...overrides }
  contract = await insertContract(db, signed)
  params = { contractName: contract.name }
  await openContractDuties(db, { customerId, contractId: contract.contractId, energy, isSwitch, now: signedAt })
}

const withdraw = (by: TestVisitor = visitor) => by.sendRaw(withdrawFromContract, { params })
const refusalOf = (answer: { statusCode: number; json(): { error: { code: string } } }) => [
  answer.statusCode,
  answer.json().error.code,
]
const dutyStates = async () => {
  const duties = await findDutiesOf(portal.context.db, subjectOfSignedContract(contract.contractId))
  return Object.fromEntries(duties.map(({ kind, state, due_on }) => [kind, `${state} ${due_on}`]))
}

test('whoever had no supply is connected within five working days, which the contract that begins ends', async () => {
  const { db } = portal.context
  await signAnother({ isSwitch: false })
  expect(await dutyStates()).toMatchObject({ connection: 'open 2026-11-27' })
  const { contractId, name } = contract
  const recorded = { kind: 'connection', subject: 'recorded:1', customerId, contractId, place: null } as const
  const facts = { topics: ['meter'], energy: 'electricity', powerWatts: null } as const
  await openDuty(db, { ...recorded, facts, at: signedAt })
  await db.updateTable('contract').set({ state: 'activa' }).where('contract_id', '=', contractId).execute()
  await endSwitchDuties(db, [{ customerId, name }], signedAt)
  expect(await dutyStates()).toMatchObject({ connection: 'done 2026-11-27' })
  // What an operator recorded is not what the signature asked for.
  expect(await findDutiesOf(db, 'recorded:1')).toMatchObject([{ state: 'open' }])
  await signAnother({ isSwitch: false, energy: 'gas' })
  expect(await dutyStates()).not.toHaveProperty('connection')
})

test('a signature opens the duties of the switch, the withdrawal and the evidence', async () => {
  expect(await dutyStates()).toEqual({
    switch_request: 'open 2026-11-23',
    supply_switch: 'open 2026-12-04',
    withdrawal: 'open 2026-12-04',
    contract_evidence: 'open 2031-11-20',
  })
})

test('gas is switched within three weeks', async () => {
  await signAnother({ energy: 'gas' })
  expect(await dutyStates()).toMatchObject({ supply_switch: 'open 2026-12-11', withdrawal: 'open 2026-12-04' })
})

describe('a switch', () => {
  const read = (by: TestVisitor = visitor) => by.sendRaw(readSwitch, { params })

  test('is told from the first minute, to its holder only', async () => {
    const answers = await Promise.all([portal.anonymous, stranger, readonly].map((each) => read(each)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 200])
    expect(answers[2]!.json()).toEqual({
      requested_on: '2026-11-20',
      sent: { done_on: null, due_on: '2026-11-23', is_late: false },
      activated: { done_on: null, due_on: '2026-12-04', is_late: false },
      chosen_on: null,
      is_cancelled: false,
      rejection: null,
    })
    expect((await visitor.sendRaw(readSwitch, { params: { contractName: 'none' } })).statusCode).toBe(404)
  })

  test('is late once its day is over, sent once an operator has asked the distributor, and done once it begins', async () => {
    const { db } = portal.context
    const subject = subjectOfSignedContract(contract.contractId)
    portal.setClock(new Date('2026-11-24T10:00:00Z'))
    visitor = await portal.as(userId)
    expect((await read()).json().sent).toMatchObject({ is_late: true })
    await endDuty(db, { kind: 'switch_request', subject }, { state: 'done', now: new Date('2026-11-24T10:00:00Z') })
    expect((await read()).json()).toMatchObject({
      sent: { done_on: '2026-11-24', is_late: false },
      activated: { done_on: null },
    })
    const begun = [{ customerId, name: contract.name }]
    await endSwitchDuties(db, begun, new Date('2026-11-30T10:00:00Z'))
    expect((await read()).json().activated).toMatchObject({ done_on: null })
    await db
      .updateTable('contract')
      .set({ state: 'activa', starts_on: '2026-11-29' })
      .where('contract_id', '=', contract.contractId)
      .execute()
    await endSwitchDuties(db, begun, new Date('2026-11-30T10:00:00Z'))
    expect((await read()).json()).toMatchObject({ activated: { done_on: '2026-11-29', is_late: false } })
  })

  test.each([
    ['2026-12-15', '2026-12-15', 'the named day'],
    ['2026-11-20', null, 'as soon as possible where that day has come before the signature'],
  ])('named for %s is to be done on %s: %s', async (switch_on, chosen_on, _why) => {
    const { db } = portal.context
    const { contractId } = contract
    await db.updateTable('contract').set({ switch_on }).where('contract_id', '=', contractId).execute()
    const signed = { customerId, contractId, energy: 'electricity', isSwitch: true, now: signedAt } as const
    await openContractDuties(db, signed)
    visitor = await portal.as(userId)
    const { activated, chosen_on: chosen } = (await read()).json()
    expect([activated.due_on, chosen]).toEqual([chosen_on ?? '2026-12-04', chosen_on])
  })

  test('is cancelled with a withdrawal', async () => {
    visitor = await portal.as(userId)
    await withdraw()
    expect((await read()).json()).toEqual({
      ...{
        requested_on: '2026-11-20',
        sent: null,
        activated: null,
        chosen_on: null,
        is_cancelled: true,
        rejection: null,
      },
    })
  })
})

test('is read and recorded for its holder only, and not by a read-only user', async () => {
  const reads = [portal.anonymous, stranger, readonly].map((each) => each.sendRaw(readWithdrawal, { params }))
  expect((await Promise.all(reads)).map(({ statusCode }) => statusCode)).toEqual([401, 404, 200])
  const writes = [portal.anonymous, stranger, readonly].map((each) => withdraw(each))
  expect((await Promise.all(writes)).map(({ statusCode }) => statusCode)).toEqual([401, 404, 403])
  expect(await visitor.send(readWithdrawal, { params })).toEqual({ until: '2026-12-04', withdrawn_at: null })
})

test('cancels a contract that has not begun and its switch, with a receipt and an event, once', async () => {
  const { db } = portal.context
  expect((await withdraw()).json()).toEqual({ until: null, withdrawn_at: signedAt.toISOString() })
  expect(await dutyStates()).toEqual({
    switch_request: 'cancelled 2026-11-23',
    supply_switch: 'cancelled 2026-12-04',
    withdrawal: 'done 2026-12-04',
    contract_evidence: 'open 2031-11-20',
  })
  const row = db.selectFrom('contract').where('contract_id', '=', contract.contractId).select('state')
  expect(await row.executeTakeFirstOrThrow()).toEqual({ state: 'cancelada' })
  const mails = db
    .selectFrom('outbox_message')
    .where('contract_id', '=', contract.contractId)
    .select(['kind', 'values'])
  expect(await mails.execute()).toMatchObject([
    { kind: 'contracting.withdrawn', values: { contract: contract.name, supply: 'none', at: expect.any(String) } },
  ])
  const events = await db.selectFrom('webhook_event').where('type', '=', 'contract.withdrawn').select('data').execute()
  expect(events).toContainEqual({ data: { customer_id: customerId, contract_id: contract.contractId } })
  expect(refusalOf(await withdraw())).toEqual([409, 'already_withdrawn'])
  expect(await visitor.send(readWithdrawal, { params })).toEqual({ until: null, withdrawn_at: signedAt.toISOString() })
})

test('leaves a contract that has begun to the retailer, and says that what was used is paid', async () => {
  await signAnother({ state: 'activa' })
  expect((await withdraw()).statusCode).toBe(200)
  const { db } = portal.context
  const row = db.selectFrom('contract').where('contract_id', '=', contract.contractId).select('state')
  expect(await row.executeTakeFirstOrThrow()).toEqual({ state: 'activa' })
  const mails = db.selectFrom('outbox_message').where('contract_id', '=', contract.contractId).select('values')
  expect(await mails.execute()).toMatchObject([{ values: { supply: 'active' } }])
})

test.each([
  ['on the last day', '2026-12-04T22:59:00Z', 200],
  ['the day after', '2026-12-04T23:01:00Z', 409],
])('is possible %s: %s → %s', async (_, at, status) => {
  portal.setClock(new Date(at))
  expect((await withdraw(await portal.as(userId))).statusCode).toBe(status)
})

test('is not offered to a company', async () => {
  await signAnother({ payer_tax_id: 'B58378431' })
  expect(await visitor.send(readWithdrawal, { params })).toEqual({ until: null, withdrawn_at: null })
  expect(refusalOf(await withdraw())).toEqual([409, 'withdrawal_over'])
})
