import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import {
  cancelLinkedCall,
  completeLinkedCase,
  listCallHours,
  openRequest,
  openUnsignedRequest,
  rateCase,
  rateLinkedCase,
  readLinkedCase,
  readRequest,
} from '../api.ts'
import { answerCustomer, readCase } from '../desk/cases/api.ts'
import { downloadLinkedReceipt } from '../downloads.ts'
import { signCaseLink, signCaseToken } from './case-link.ts'

const inlinePhoto = { filename: 'contador.jpg', content: aPhoto.toString('base64') }

// A Tuesday, noon in Madrid.
const now = new Date('2026-11-24T11:00:00Z')
const { portal, operator } = await deskPortal({ now })
const { db, sessionKeys: keys } = portal.context
let anna: TestVisitor
let reader: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  const annaId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(annaId)
  reader = await portal.as(annaId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})
beforeEach(async () => {
  await db.deleteFrom('outbox_message').execute()
  await db.deleteFrom('visitor_throttle').execute()
})
afterAll(() => portal.close())

async function aCase(given: object = {}): Promise<string> {
  const { id } = await anna.send(openRequest, {
    body: {
      ...{ polissa_id: contract.contractId, polissa_type: 'electricity' as const, categ_id: 11, attachments: [] },
      ...{ title: 'La factura', message: 'Es muy alta.', ...given },
    },
  })
  return String(id)
}

async function aVisitorsCase(given: object = {}): Promise<{ id: number; token: string }> {
  await portal.anonymous.send(openUnsignedRequest, {
    body: {
      ...{ email: 'bea@example.test', mobile: '600111333', category: 11, subject: 'Mi factura' },
      ...{ description: 'No la entiendo.', attachment: [], ...given },
    },
  })
  const { case_id: id } = await db
    .selectFrom('support_case')
    .orderBy('case_id', 'desc')
    .select('case_id')
    .executeTakeFirstOrThrow()
  return { id, token: await signCaseToken(id, { keys, now }) }
}

const answer = (id: string, body: object = {}) =>
  operator.send(answerCustomer, { params: { id }, body: { message: 'Es correcta.', state: 'accepted', ...body } })

const mailsOf = (kind: string) =>
  db.selectFrom('outbox_message').where('kind', '=', kind).select(['link', 'values', 'to_address']).execute()

describe('the channel of the answer', () => {
  test('is the portal, of which a mail tells, unless another one is chosen', async () => {
    const id = await aCase()
    expect((await operator.send(readCase, { params: { id } })).answer).toBe('portal')
    await answer(id)
    expect(await mailsOf('support.replied')).toEqual([])
    expect(await mailsOf('support.closed')).toMatchObject([{ link: `/requests/${id}` }])
  })

  test('is the mail, which then has the answer in it', async () => {
    const id = await aCase({ answer: 'email' })
    await answer(id)
    expect(await mailsOf('support.replied')).toMatchObject([{ values: { answer: 'Es correcta.' } }])
  })

  test('is the phone: the answer is told at the next free hour, unless the operator decides otherwise', async () => {
    const id = await aCase({ answer: 'phone', answer_phone: '600 111 222' })
    expect((await operator.send(readCase, { params: { id } })).call_phone).toBe('+34600111222')
    await answer(id, { call: true })
    expect((await anna.send(readRequest, { params: { id } })).call_back).toMatchObject({
      ...{ at: '2026-11-24T12:00:00Z', phone: '+34600111222', state: 'asked' },
    })
    const other = await aCase({ answer: 'phone', answer_phone: '600 111 222' })
    await answer(other)
    expect((await anna.send(readRequest, { params: { id: other } })).call_back).toBeNull()
  })

  test('is no call without a phone, and none where nobody asked for one', async () => {
    const refused = await anna.sendRaw(openRequest, {
      body: {
        ...{ polissa_id: contract.contractId, polissa_type: 'electricity', categ_id: 11, attachments: [] },
        ...{ title: 'La factura', message: 'Es muy alta.', answer: 'phone', answer_phone: '12' },
      },
    })
    expect(Object.keys(refused.json().errors)).toEqual(['answer_phone'])
    const body = { message: 'Es correcta.', state: 'accepted' as const, call: true }
    const params = { id: await aCase() }
    expect((await operator.sendRaw(answerCustomer, { params, body })).json().errors).toMatchObject({
      call: [expect.any(String)],
    })
  })

  test('is not sent where no hour is free for its call', async () => {
    await portal.set('care.callBackCapacity', 1)
    const params = { id: await aCase({ answer: 'phone', answer_phone: '600111222' }) }
    for (const at of (await portal.anonymous.send(listCallHours, { query: {} })).hours)
      await aCase({ call_back: { at, phone: '600111222' } })
    const body = { message: 'Es correcta.', state: 'accepted' as const, call: true }
    const refused = await operator.sendRaw(answerCustomer, { params, body })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'no_hour'])
    expect((await anna.send(readRequest, { params })).messages).toHaveLength(1)
    await db
      .updateTable('support_case')
      .set({ call_back_state: 'cancelled' })
      .where('call_back_state', '=', 'asked')
      .execute()
  })
})

describe('the hours of calls', () => {
  test('of a contract are those that a booking takes at its place', async () => {
    const { province_code } = await db
      .selectFrom('contract')
      .innerJoin('supply_point', 'supply_point.supply_point_id', 'contract.supply_point_id')
      .where('contract_id', '=', contract.contractId)
      .select('province_code')
      .executeTakeFirstOrThrow()
    const holiday = { day: '2026-11-25', place: province_code, name: 'Fiesta local' }
    await db.insertInto('holiday').values(holiday).execute()
    const hoursOf = async (who: TestVisitor, name: string | undefined) =>
      (await who.send(listCallHours, { query: name ? { contract: name } : {} })).hours
    const onHoliday = (hours: string[]) => hours.filter((at) => at.startsWith('2026-11-25')).length
    expect(onHoliday(await hoursOf(portal.anonymous, undefined))).toBeGreaterThan(0)
    expect(onHoliday(await hoursOf(anna, contract.name))).toBe(0)
    expect(onHoliday(await hoursOf(stranger, contract.name))).toBeGreaterThan(0)
    const [at] = await hoursOf(anna, contract.name)
    await aCase({ call_back: { at, phone: '600111222' } })
    await db.deleteFrom('holiday').execute()
  })

  test('are confirmed by mail, with a link by which the call is called off', async () => {
    const [at] = (await portal.anonymous.send(listCallHours, { query: {} })).hours
    const { id, token } = await aVisitorsCase({ call_back: { at, phone: '600111333' } })
    const [mail] = await mailsOf('support.callBooked')
    expect(mail).toMatchObject({ link: `/your-request?case=${id}`, values: { callAt: at } })
    expect(await signCaseLink(mail!.link!, { keys, now })).toBe(`/your-request?link=${token}`)
    expect((await portal.anonymous.send(readLinkedCase, { params: { token } })).call_at).toBe(at)
    expect((await portal.anonymous.sendRaw(cancelLinkedCall, { params: { token } })).statusCode).toBe(204)
    const again = await portal.anonymous.sendRaw(cancelLinkedCall, { params: { token } })
    expect([again.statusCode, again.json().message]).toEqual([409, 'no_call'])
    expect((await portal.anonymous.send(readLinkedCase, { params: { token } })).call_at).toBeNull()
  })

  test('are no longer due once the case is closed', async () => {
    const [at] = (await portal.anonymous.send(listCallHours, { query: {} })).hours
    const id = await aCase({ call_back: { at, phone: '600111222' } })
    await answer(id)
    expect((await anna.send(readRequest, { params: { id } })).call_back).toMatchObject({ state: 'cancelled' })
  })
})

describe('the link in a mail to a visitor', () => {
  test('leads to the receipt and names nobody', async () => {
    const { id, token } = await aVisitorsCase()
    expect(await mailsOf('support.received')).toMatchObject([{ link: `/your-request?case=${id}` }])
    const found = await portal.anonymous.sendRaw(readLinkedCase, { params: { token } })
    expect(Object.keys(found.json())).toEqual([
      'number',
      'opened_at',
      'is_open',
      'call_at',
      'is_ratable',
      'complete_by',
      'supervisor',
    ])
    expect(found.body).not.toMatch(/bea|600111333|Mi factura/)
    const file = await portal.anonymous.sendRaw(downloadLinkedReceipt, { params: { token } })
    expect(await readPdfText(file.rawPayload)).toContain('No la entiendo.')
    expect(token).not.toMatch(/bea|600111333/)
  })

  test('opens nothing once it is over, when it is altered, or for another case', async () => {
    const { id, token } = await aVisitorsCase()
    const [head, body, signature] = token.split('.')
    const otherBody = Buffer.from(JSON.stringify({ case_id: id - 1, aud: 'case', exp: 2e9 })).toString('base64url')
    const old = await signCaseToken(id, { keys, now: new Date('2026-05-01T00:00:00Z') })
    for (const wrong of [old, `${head}.${otherBody}.${signature}`, `${head}.${body}.x`, 'x'])
      for (const definition of [readLinkedCase, downloadLinkedReceipt, cancelLinkedCall, completeLinkedCase])
        expect((await portal.anonymous.sendRaw(definition, { params: { token: wrong } } as never)).statusCode).toBe(404)
    const rating = { params: { token: old }, body: { rating: 5 } }
    expect((await portal.anonymous.sendRaw(rateLinkedCase, rating)).statusCode).toBe(404)
  })
})

describe('what is missing in a case of a visitor', () => {
  const ofVisitor = async () => {
    const { id, token } = await aVisitorsCase()
    const complete = (body: object) =>
      portal.anonymous.sendRaw(completeLinkedCase, { params: { token }, body: body as never })
    const read = () => portal.anonymous.send(readLinkedCase, { params: { token } })
    return { id, complete, read }
  }

  test('is sent by the link in the mail that asks for it, once, and the clock starts anew', async () => {
    const { id, complete, read } = await ofVisitor()
    const message = { message: 'Aquí está la factura.', attachments: [inlinePhoto] }
    const early = await complete(message)
    expect([early.statusCode, early.json().message]).toEqual([409, 'nothing_missing'])
    await answer(String(id), { state: 'additional_information_required' })
    expect(await mailsOf('support.incomplete')).toMatchObject([{ link: `/your-request?case=${id}` }])
    expect((await read()).complete_by).toBe('2026-12-09')
    expect((await complete(message)).statusCode).toBe(204)
    expect(await read()).toMatchObject({ complete_by: null, is_open: true })
    const details = await operator.send(readCase, { params: { id: String(id) } })
    expect(details).toMatchObject({ state: 'being_processed' })
    expect(details.messages.at(-1)).toMatchObject({
      ...{ author: 'customer', message: 'Aquí está la factura.' },
      attachments: [{ filename: 'contador.jpg' }],
    })
    expect((await complete(message)).json().message).toBe('nothing_missing')
  })

  test('is a message, and no file that is none', async () => {
    const { id, complete } = await ofVisitor()
    await answer(String(id), { state: 'additional_information_required' })
    expect((await complete({ message: ' ' })).statusCode).toBe(400)
    const unknown = { message: 'Va.', attachments: [{ id: '3f1c2d4e-0000-4000-8000-000000000001' }] }
    expect((await complete(unknown)).json().errors).toEqual({ attachments: [expect.any(String)] })
  })
})

describe('satisfaction', () => {
  test('is asked for once, and only after the answer', async () => {
    const params = { id: await aCase() }
    const body = { rating: 4, remark: 'Rápido.' }
    const early = await anna.sendRaw(rateCase, { params, body })
    expect([early.statusCode, early.json().message]).toEqual([409, 'not_ratable'])
    await answer(params.id, { state: 'being_processed' })
    expect((await anna.send(readRequest, { params })).is_ratable).toBe(false)
    await answer(params.id)
    expect((await anna.send(readRequest, { params })).is_ratable).toBe(true)
    await anna.send(rateCase, { params, body })
    expect(await anna.send(readRequest, { params })).toMatchObject({ is_ratable: false, rating: 4 })
    expect((await anna.sendRaw(rateCase, { params, body })).statusCode).toBe(409)
    expect(await operator.send(readCase, { params })).toMatchObject({ rating: 4, rating_remark: 'Rápido.' })
  })

  test('is the customer’s to state, from 1 to 5', async () => {
    const params = { id: await aCase() }
    await answer(params.id)
    const rate = (who: TestVisitor, rating: number) => who.sendRaw(rateCase, { params, body: { rating } })
    expect((await rate(portal.anonymous, 4)).statusCode).toBe(401)
    expect((await rate(stranger, 4)).statusCode).toBe(404)
    expect((await rate(reader, 4)).statusCode).toBe(403)
    for (const wrong of [0, 6, 2.5]) expect((await rate(anna, wrong)).statusCode).toBe(400)
    expect((await rate(anna, 1)).statusCode).toBe(204)
  })

  test('is stated by a visitor through the link in the mail with the answer', async () => {
    const { id, token } = await aVisitorsCase()
    const rate = () => portal.anonymous.sendRaw(rateLinkedCase, { params: { token }, body: { rating: 2 } })
    expect((await rate()).json().message).toBe('not_ratable')
    await answer(String(id))
    expect(await mailsOf('support.replied')).toMatchObject([{ link: `/your-request?case=${id}` }])
    expect((await portal.anonymous.send(readLinkedCase, { params: { token } })).is_ratable).toBe(true)
    expect((await rate()).statusCode).toBe(204)
    expect((await rate()).json().message).toBe('not_ratable')
  })
})
