import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import { readSwitch } from '../../../api.ts'
import { openContractDuties, subjectOfSignedContract } from '../../../server/contract-duties.ts'
import { storeSwitchStepLines } from '../../../server/import/switch-step-line.ts'
import { listSwitches, recordStep } from '../api.ts'

const signedAt = new Date('2026-11-20T10:00:00Z')
const { portal, operatorId, ...desk } = await deskPortal({ now: signedAt })
let operator: TestVisitor = desk.operator
const { db, encryptionKeys } = portal.context
const endpoint = { url: 'https://erp.example.com/', description: '', eventTypes: null }
await insertEndpoint(db, { ...endpoint, encryptionKeys, now: signedAt })
afterAll(() => portal.close())

let contract: CreatedContract
let holder: TestVisitor
let customerId: number
let userId: number | undefined

beforeEach(async () => {
  await on('2026-11-20')
  await db.deleteFrom('switch_step').execute()
  await db.deleteFrom('duty').execute()
  customerId = await insertCustomer(db, { tax_id: '12345678Z' }).catch(() => customerId)
  const signed = { customerId, state: 'esborrany', signed_on: '2026-11-20', payer_tax_id: '12345678Z' }
  contract = await insertContract(db, signed)
  const { contractId } = contract
  await openContractDuties(db, { customerId, contractId, energy: 'electricity', isSwitch: true, now: signedAt })
  userId = await insertUser(db, { customerIds: [customerId] })
  holder = await portal.as(userId)
})

type Step = { step: 'sent' | 'accepted' | 'rejected' | 'ended'; happened_on: string; code?: string }
const paramsOf = () => ({ id: String(customerId), contractId: String(contract.contractId) })
const record = (body: Step, by: TestVisitor = operator) => by.sendRaw(recordStep, { params: paramsOf(), body })
const list = async (query: object = {}) => (await operator.send(listSwitches, { query: query as never })).items
const read = () => holder.send(readSwitch, { params: { contractName: contract.name } })
const statesOf = async (...kinds: string[]) => {
  const duties = await findDutiesOf(db, subjectOfSignedContract(contract.contractId))
  return kinds.map((wanted) => {
    const duty = duties.find(({ kind }) => kind === wanted)
    return duty && `${duty.state} ${duty.due_on}`
  })
}
const mails = () =>
  db
    .selectFrom('outbox_message')
    .where('contract_id', '=', contract.contractId)
    .orderBy('created_at')
    .select(['kind', 'values'])
    .execute()
/** Sets the day; sessions of days before are over. */
async function on(day: string) {
  portal.setClock(new Date(`${day}T10:00:00Z`))
  operator = await portal.as(operatorId)
  if (userId) holder = await portal.as(userId)
}

test('are listed and recorded by operators of care or sales alone', async () => {
  const content = await createTestOperator(portal, 'content-only', ['content'])
  for (const [visitor, status] of [
    [portal.anonymous, 401],
    [holder, 401],
    [content.visitor, 403],
  ] as const) {
    expect((await visitor.sendRaw(listSwitches, { query: {} as never })).statusCode).toBe(status)
    expect((await record({ step: 'sent', happened_on: '2026-11-20' }, visitor)).statusCode).toBe(status)
  }
  for (const wrong of [{ contractId: '999999999' }, { id: 'x' }, { id: '999999999' }]) {
    const params = { ...paramsOf(), ...wrong }
    const { statusCode } = await operator.sendRaw(recordStep, {
      params,
      body: { step: 'sent', happened_on: '2026-11-20' },
    })
    expect(statusCode).toBe(404)
  }
})

test.each([
  [{ step: 'rejected', happened_on: '2026-11-20' }, { code: ['code_needed'] }],
  [{ step: 'sent', happened_on: '2026-11-20', code: '03' }, { code: ['code_needed'] }],
  [{ step: 'rejected', happened_on: '2026-11-20', code: 'Z9' }, { code: ['not_code'] }],
  [{ step: 'sent', happened_on: '2026-11-21' }, { happened_on: ['day_in_future'] }],
  [{ step: 'sent', happened_on: 'soon' }, { happened_on: ['not_day'] }],
] as const)('%j is refused: %j', async (body, fields) => {
  const answer = await record(body)
  expect([answer.statusCode, answer.json().error.fields]).toEqual([400, fields])
})

test('a rejection stops the clock, and is told to the holder by its meaning and to operators by its code', async () => {
  await on('2026-11-24')
  expect((await record({ step: 'rejected', happened_on: '2026-11-24', code: '03' })).statusCode).toBe(204)
  expect(await statesOf('switch_request', 'supply_switch')).toEqual(['done 2026-11-23', 'paused 2026-12-04'])
  const shown = await read()
  expect(shown.rejection).toEqual({ reason: 'holder_differs', rejected_on: '2026-11-24', is_paused: true })
  expect(JSON.stringify(shown)).not.toContain('"03"')
  expect(await mails()).toEqual([
    { kind: 'contracting.switchRejected', values: { contract: contract.name, reason: 'holder_differs' } },
  ])
  const events = db.selectFrom('webhook_event').where('type', '=', 'contract.switch_rejected').select('data')
  expect(await events.execute()).toContainEqual({
    data: {
      ...{ customer_id: customerId, contract_id: contract.contractId },
      ...{ code: '03', reason: 'holder_differs', rejected_on: '2026-11-24' },
    },
  })
  expect(await list()).toMatchObject([
    {
      ...{ contract: { name: contract.name }, clock: 'paused', step: 'rejected' },
      rejection: { code: '03', reason: 'holder_differs' },
    },
  ])
  expect((await auditOf(portal, operatorId)).map(([action]) => action)).toContain('switch_step_recorded')
})

test('a rejection that is the retailer’s fault leaves the promised day', async () => {
  await on('2026-11-24')
  await record({ step: 'rejected', happened_on: '2026-11-24', code: '11' })
  expect(await statesOf('supply_switch')).toEqual(['open 2026-12-04'])
  expect((await read()).rejection).toMatchObject({ reason: 'ours', is_paused: false })
})

test('one that is sent again goes on for what was left, and its holder is told the new day', async () => {
  await on('2026-11-24')
  await record({ step: 'rejected', happened_on: '2026-11-24', code: '57' })
  await on('2026-12-01')
  await record({ step: 'sent', happened_on: '2026-12-01' })
  const [state] = await statesOf('supply_switch')
  expect(state).toBe('open 2026-12-14')
  expect((await read()).rejection).toBeNull()
  expect((await mails()).at(-1)).toEqual({
    kind: 'contracting.switchSentAgain',
    values: { contract: contract.name, due: '2026-12-14' },
  })
  expect(await list()).toEqual([])
  expect(await list({ state: 'underway' })).toMatchObject([{ step: 'sent', clock: 'running', due_on: '2026-12-14' }])
})

test('one that is accepted opens the duty of its technical part', async () => {
  await on('2026-11-24')
  await record({ step: 'accepted', happened_on: '2026-11-24' })
  expect(await statesOf('switch_request', 'switch_activation')).toEqual(['done 2026-11-23', 'open 2026-11-25'])
  expect(await mails()).toEqual([])
})

test('one that is given up ends its duties and cancels the contract, once', async () => {
  await on('2026-11-24')
  await record({ step: 'rejected', happened_on: '2026-11-24', code: '09' })
  await record({ step: 'ended', happened_on: '2026-11-24' })
  expect(await statesOf('supply_switch', 'withdrawal')).toEqual(['cancelled 2026-12-04', 'cancelled 2026-12-04'])
  const row = db.selectFrom('contract').where('contract_id', '=', contract.contractId).select('state')
  expect(await row.executeTakeFirstOrThrow()).toEqual({ state: 'cancelada' })
  expect((await mails()).at(-1)!.kind).toBe('contracting.switchEnded')
  const again = await record({ step: 'sent', happened_on: '2026-11-23' })
  expect([again.statusCode, again.json().error.code]).toEqual([409, 'switch_over'])
})

test('the same step counts once, and one that is reported late changes nothing of what happened since', async () => {
  await on('2026-11-25')
  await record({ step: 'rejected', happened_on: '2026-11-24', code: '03' })
  const again = await record({ step: 'rejected', happened_on: '2026-11-24', code: '03' })
  expect([again.statusCode, again.json().error.code]).toEqual([409, 'step_known'])
  expect((await record({ step: 'sent', happened_on: '2026-11-21' })).statusCode).toBe(204)
  expect(await statesOf('supply_switch')).toEqual(['paused 2026-12-04'])
  expect((await read()).sent).toMatchObject({ done_on: '2026-11-21' })
  expect(await mails()).toHaveLength(1)
})

test('the list finds by customer and contract, and those that are late', async () => {
  expect(await list({ state: 'late' })).toEqual([])
  expect(await list({ state: 'underway', q: contract.name })).toHaveLength(1)
  expect(await list({ state: 'underway', q: 'nobody' })).toEqual([])
  await on('2026-12-05')
  expect(await list({ state: 'late' })).toMatchObject([{ clock: 'late' }])
})

describe('reported by the retailer’s systems', () => {
  const store = (line: object) =>
    storeSwitchStepLines(
      db,
      [{ contract: contract.name, step: 'rejected', code: '03', happenedOn: '2026-11-24', ...line } as never],
      { clock: () => signedAt },
    )

  test('counts once, like one that an operator records', async () => {
    expect(await store({})).toEqual([{ changed: true }])
    expect(await store({})).toEqual([{ changed: false }])
    expect(await statesOf('supply_switch')).toEqual(['paused 2026-12-04'])
  })

  test('is refused for an unknown contract, and for one whose switch is over', async () => {
    expect(await store({ contract: 'none' })).toMatchObject([
      { refusal: { code: 'unknown_reference', member: 'contract' } },
    ])
    await store({ step: 'ended', code: null })
    expect(await store({})).toMatchObject([{ refusal: { member: 'contract', reason: { name: 'no_switch' } } }])
  })
})
