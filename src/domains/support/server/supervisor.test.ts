import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import {
  openRequest,
  openUnsignedRequest,
  readLinkedCase,
  readRequest,
  requestLinkedSupervisor,
  requestSupervisor,
} from '../api.ts'
import { signCaseToken } from './case-link.ts'
import { endSupervisorRequest } from './supervisor-store.ts'

// A Friday, noon in Madrid.
const friday = new Date('2026-11-27T11:00:00Z')
const portal = await startTestPortal({ now: friday })
const { db } = portal.context
let anna: TestVisitor
let reader: TestVisitor
let stranger: TestVisitor
let annaId: number
let contractId: number

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  contractId = (await insertContract(db, { customerId })).contractId
  annaId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(annaId)
  reader = await portal.as(annaId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
afterAll(() => portal.close())

async function openCase(): Promise<{ id: string }> {
  const body = { polissa_id: contractId, polissa_type: 'electricity' as const, categ_id: 11, attachments: [] }
  const { id } = await anna.send(openRequest, { body: { ...body, title: 'La factura', message: 'Muy alta.' } })
  return { id: String(id) }
}
const ask = (params: { id: string }, who = anna) => who.sendRaw(requestSupervisor, { params })
const dutyOf = async ({ id }: { id: string }) =>
  (await findDutiesOf(db, `case:${Number(id)}`)).find(({ kind }) => kind === 'supervisor_call')
const refusal = (answer: { statusCode: number; json(): { message: string } }) => [
  answer.statusCode,
  answer.json().message,
]

test('its customer asks for a supervisor once, who speaks to them the same day', async () => {
  const params = await openCase()
  expect((await anna.send(readRequest, { params })).supervisor).toBeNull()
  expect((await ask(params)).statusCode).toBe(204)
  expect(await dutyOf(params)).toMatchObject({ state: 'open', due_on: '2026-11-27' })
  expect((await anna.send(readRequest, { params })).supervisor).toEqual({ due_on: '2026-11-27', is_late: false })
  expect(refusal(await ask(params))).toEqual([409, 'already_asked'])
})

test('nobody else asks for them, and nobody once the case is closed', async () => {
  const params = await openCase()
  expect((await ask(params, portal.anonymous)).statusCode).toBe(401)
  expect((await ask(params, stranger)).statusCode).toBe(404)
  expect((await ask(params, reader)).statusCode).toBe(403)
  expect((await ask({ id: 'x' })).statusCode).toBe(404)
  await db.updateTable('support_case').set({ state: 'accepted' }).where('case_id', '=', Number(params.id)).execute()
  expect(refusal(await ask(params))).toEqual([409, 'case_closed'])
  expect(await dutyOf(params)).toBeUndefined()
})

describe('by the link in a mail', () => {
  const context = { keys: portal.context.sessionKeys, now: friday }
  async function visitorsCase() {
    await portal.anonymous.send(openUnsignedRequest, {
      body: {
        ...{ email: 'bea@example.test', mobile: '600111333', category: 11, subject: 'Mi factura' },
        ...{ description: 'No la entiendo.', attachment: [] },
      },
    })
    const last = db.selectFrom('support_case').orderBy('case_id', 'desc').select('case_id')
    const { case_id: caseId } = await last.executeTakeFirstOrThrow()
    return { id: String(caseId), token: await signCaseToken(caseId, context) }
  }
  const askByLink = (token: string, who = portal.anonymous) =>
    who.sendRaw(requestLinkedSupervisor, { params: { token } })

  test('a visitor asks for one, once, until one has spoken to them', async () => {
    const { token, ...params } = await visitorsCase()
    expect((await portal.anonymous.send(readLinkedCase, { params: { token } })).supervisor).toBeNull()
    expect((await askByLink(token)).statusCode).toBe(204)
    expect(await dutyOf(params)).toMatchObject({ state: 'open', due_on: '2026-11-27', customer_id: null })
    expect((await portal.anonymous.send(readLinkedCase, { params: { token } })).supervisor).toEqual({
      ...{ due_on: '2026-11-27', is_late: false },
    })
    expect(refusal(await askByLink(token))).toEqual([409, 'already_asked'])
    await endSupervisorRequest(db, { caseId: Number(params.id), now: friday })
    expect((await askByLink(token)).statusCode).toBe(204)
  })

  test('whoever follows the case of a customer by it asks in the name of that customer', async () => {
    const params = await openCase()
    const token = await signCaseToken(Number(params.id), context)
    expect((await askByLink(token)).statusCode).toBe(204)
    expect(await dutyOf(params)).toMatchObject({ state: 'open', contract_id: contractId })
    expect(refusal(await ask(params))).toEqual([409, 'already_asked'])
  })

  test('nobody does with an altered link, nor once the case is closed', async () => {
    const { token, id } = await visitorsCase()
    expect((await askByLink(`${token}x`)).statusCode).toBe(404)
    await db.updateTable('support_case').set({ state: 'accepted' }).where('case_id', '=', Number(id)).execute()
    expect(refusal(await askByLink(token))).toEqual([409, 'case_closed'])
    expect(await dutyOf({ id })).toBeUndefined()
  })
})

test('who asks at the weekend is spoken to on the next working day, and told when that has passed', async () => {
  const params = await openCase()
  // Nobody stays signed in for so long.
  const annaOn = async (instant: string) => {
    portal.setClock(new Date(instant))
    return portal.as(annaId)
  }
  await ask(params, await annaOn('2026-11-28T11:00:00Z'))
  expect(await dutyOf(params)).toMatchObject({ due_on: '2026-11-30' })
  const onTuesday = await annaOn('2026-11-30T23:00:00Z')
  expect((await onTuesday.send(readRequest, { params })).supervisor).toEqual({ due_on: '2026-11-30', is_late: true })
})
