import { afterAll, beforeEach, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { findSuspensionStops } from '#domains/contract-records/server/suspension-stops.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import { readRequest, reportOwnSwitch, reportUnrequestedSwitch } from '../api.ts'
import { actOnCases, answerCustomer } from '../desk/cases/api.ts'

const now = new Date('2026-11-26T09:00:00Z')
const { portal, operator } = await deskPortal({ now })
const { db, encryptionKeys } = portal.context
await insertEndpoint(db, { url: 'https://erp.example.com/', description: '', eventTypes: null, encryptionKeys, now })
afterAll(() => portal.close())

let contract: CreatedContract
let holder: TestVisitor
let readonly: TestVisitor
const stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))

beforeEach(async () => {
  const customerId = await insertCustomer(db, { name: 'Eva Garriga' })
  const userId = await insertUser(db, { customerIds: [customerId], email: 'eva@example.test' })
  contract = await insertContract(db, { customerId })
  holder = await portal.as(userId)
  readonly = await portal.as(userId, { readonly: true })
})

type Reported = { direction: 'to_us' | 'away' } & Record<string, unknown>
const report = (by: TestVisitor = holder, body: object = {}) =>
  by.sendRaw(reportOwnSwitch, {
    params: { contractName: contract.name },
    body: { direction: 'to_us', other_retailer: 'Luz Vieja', noticed_on: '2026-11-20', ...body } as Reported as never,
  })
const visitorBody = {
  ...{ direction: 'away' as const, name: 'Pau Serra', cups: contractCups(), email: 'pau@example.test' },
  mobile: '600000202',
}
function contractCups() {
  return 'ES0031406083219007ZY0F'
}
const reportAnonymously = (body: object = {}) =>
  portal.anonymous.sendRaw(reportUnrequestedSwitch, { body: { ...visitorBody, ...body } as never })

const answer = (id: number, state: 'accepted' | 'denied', reasons: object[] = []) =>
  operator.sendRaw(answerCustomer, {
    params: { id: String(id) },
    body: { message: 'Lo hemos mirado.', state, reasons } as never,
  })
const dutiesOf = async (id: number) =>
  Object.fromEntries(
    (await findDutiesOf(db, `case:${id}`)).map(({ kind, state, due_on }) => [kind, `${state} ${due_on}`]),
  )
const mailsOf = (contractId: number) =>
  db.selectFrom('outbox_message').where('contract_id', '=', contractId).select(['kind', 'values']).execute()

test('is reported by the holder of a contract alone', async () => {
  const answers = await Promise.all([portal.anonymous, stranger, readonly].map((each) => report(each)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 404, 403])
  expect((await report(holder, { direction: 'sideways' })).statusCode).toBe(400)
})

test('opens a complaint with its facts, term, receipt by mail and stop of any suspension, once', async () => {
  const reported = (await report()).json()
  expect(reported).toMatchObject({ number: expect.stringMatching(/^2026-0/), due_on: '2026-12-18' })
  const { messages, is_unrequested_switch, state } = await holder.send(readRequest, {
    params: { id: String(reported.id) },
  })
  expect([is_unrequested_switch, state]).toEqual([true, 'in_process'])
  for (const fact of ['Eva Garriga', 'Luz Vieja', '20/11/2026', 'CUPS: ES'])
    expect(messages[0]!.message).toContain(fact)
  expect(await dutiesOf(reported.id)).toEqual({ case_answer: 'open 2026-12-18' })
  expect(await findSuspensionStops(db, { ...contract, subject: `case:${reported.id}` })).toEqual(['complaint'])
  expect((await mailsOf(contract.contractId)).map(({ kind }) => kind)).toEqual(['support.opened'])
  const again = await report()
  expect([again.statusCode, again.json().error.code]).toEqual([409, 'already_reported'])
})

test('is put back once it is accepted: duty, event, and an answer that says that nothing is paid', async () => {
  const { id } = (await report()).json()
  expect((await answer(id, 'accepted')).statusCode).toBe(200)
  expect(await dutiesOf(id)).toMatchObject({ case_answer: 'done 2026-12-18', switch_undo: 'open 2026-11-27' })
  const { messages, state } = await holder.send(readRequest, { params: { id: String(id) } })
  expect(state).toBe('accepted')
  expect(messages[1]!.message).toMatch(/No pagas nada por lo que no pediste.*18\.6, 18\.7 y 51\.3/)
  const events = db.selectFrom('webhook_event').where('type', '=', 'case.switch_undo_accepted').select('data')
  expect(await events.execute()).toContainEqual({
    data: expect.objectContaining({ case_id: id, contract_id: contract.contractId, direction: 'to_us' }),
  })
})

test('is refused only with its reasons, and names the body out of court', async () => {
  const { id } = (await report()).json()
  const bare = await answer(id, 'denied')
  expect([bare.statusCode, bare.json().error.fields]).toEqual([400, { reasons: ['required'] }])
  await answer(id, 'denied', [{ point: 'El consentimiento', reason: 'Lo firmaste el 3 de noviembre.' }])
  const { messages } = await holder.send(readRequest, { params: { id: String(id) } })
  expect(messages[1]!.message).toMatch(/1\. El consentimiento: Lo firmaste.*puedes acudir sin coste/s)
  expect(messages[1]!.message).not.toContain('51.3')
  expect(await dutiesOf(id)).not.toHaveProperty('switch_undo')
})

test('is not closed among several cases: accepting it is an answer of its own', async () => {
  const { id } = (await report()).json()
  await db
    .updateTable('support_case')
    .set({ state: 'being_processed', answered_at: now })
    .where('case_id', '=', id)
    .execute()
  const closed = await operator.send(actOnCases, { body: { act: 'close', ids: [id] } })
  expect(closed).toEqual({ changed: 0, problems: ['not_answered'] })
})

test('is reported by anybody, with CUPS, name and contact, and answered by mail', async () => {
  const { number, due_on } = (await reportAnonymously()).json()
  expect(due_on).toBe('2026-12-18')
  const row = await db
    .selectFrom('support_case')
    .where('case_id', '=', Number(number.slice(5)))
    .selectAll()
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    ...{ case_type: 'complaint', topic: 'switch', customer_id: null },
    contact: { email: 'pau@example.test', mobile: '+34600000202' },
    unrequested_switch: { direction: 'away', cups: contractCups(), holder: 'Pau Serra' },
  })
  await answer(row.case_id, 'accepted')
  expect(await dutiesOf(row.case_id)).toMatchObject({ switch_undo: 'open 2026-11-27' })
  const mails = await db.selectFrom('outbox_message').where('to_address', '=', 'pau@example.test').selectAll().execute()
  expect(mails.map(({ kind }) => kind)).toEqual(['support.received', 'support.replied'])
})

test.each([
  [{ cups: 'ES0031406083219007XX0F' }, 'cups'],
  [{ cups: '' }, 'cups'],
  [{ name: ' ' }, 'name'],
  [{ email: 'pau' }, 'email'],
  [{ mobile: '12' }, 'mobile'],
])('%j is refused at its field', async (wrong, field) => {
  const refused = await reportAnonymously({ email: `${field}@example.test`, ...wrong })
  expect([refused.statusCode, Object.keys(refused.json().error.fields)]).toEqual([400, [field]])
})

test('is limited without a session', async () => {
  const statuses: number[] = []
  for (let time = 0; time < 4; time++)
    statuses.push((await reportAnonymously({ email: 'many@example.test' })).statusCode)
  expect(statuses.at(-1)).toBe(429)
})
