import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { listOwnDuties } from '../api.ts'
import { endDuty, type NewDuty, openDuty, pauseDuty } from './duty-store.ts'

const now = new Date('2026-11-27T11:00:00Z')
const portal = await startTestPortal({ now })
const { db } = portal.context
afterAll(() => portal.close())

const eva = await insertCustomer(db)
const contract = await insertContract(db, { customerId: eva })
const other = await insertContract(db, { customerId: eva })
const owner = await portal.as(await insertUser(db, { customerIds: [eva], email: 'eva@example.test' }))
const stranger = await portal.as(
  await insertUser(db, { customerIds: [await insertCustomer(db)], email: 'joan@example.test' }),
)

const facts = { topics: ['meter'], energy: 'electricity', powerWatts: 5750 } as const
const open = (kind: NewDuty['kind'], subject: NewDuty['subject'], more: Partial<NewDuty> = {}) =>
  openDuty(db, {
    kind,
    subject,
    facts,
    customerId: eva,
    contractId: contract.contractId,
    place: null,
    at: now,
    ...more,
  })
const { contractId } = contract

beforeAll(async () => {
  await open('own_reading', `readings:${contractId}`)
  await open('connection', 'recorded:1', { at: new Date('2026-11-16T10:00:00Z') })
  await open('call_recording', 'recorded:2', { contractId: undefined })
  await open('ombudsman_decision', 'recorded:3')
  await pauseDuty(db, { kind: 'ombudsman_decision', subject: 'recorded:3' }, now)
  await open('closing_bill', `contract_end:${contractId}`)
  await endDuty(db, { kind: 'closing_bill', subject: `contract_end:${contractId}` }, { state: 'done', now })
  // Shown with what it is about, or to nobody.
  await open('power_change', 'change_request:1', { facts: { ...facts, topics: ['remote'] } })
  await open('last_reading', `contract_end:${contractId}`)
})

const list = async (who: TestVisitor, { name } = contract) =>
  (await who.send(listOwnDuties, { query: { contract: name } })).items

test('a customer reads what must follow of a contract, and what was asked for about none', async () => {
  expect(await list(owner)).toEqual([
    {
      ...{ kind: 'connection', status: 'late', due_on: '2026-11-23', due_at: null },
      ...{ recourse: 'energy_authority', since: '2026-11-16', is_compensated: true },
    },
    {
      ...{ kind: 'own_reading', status: 'running', due_on: '2026-12-14', due_at: null, recourse: null },
      ...{ since: '2026-11-27', is_compensated: false },
    },
    expect.objectContaining({ kind: 'call_recording', due_on: '2026-12-17' }),
    expect.objectContaining({ kind: 'ombudsman_decision', status: 'paused' }),
  ])
  expect((await list(owner, other)).map(({ kind }) => kind)).toEqual(['call_recording'])
})

test('nobody else does', async () => {
  expect(await list(stranger)).toEqual([])
  const anonymous = await portal.anonymous.sendRaw(listOwnDuties, { query: { contract: contract.name } })
  expect(anonymous.statusCode).toBe(401)
})
