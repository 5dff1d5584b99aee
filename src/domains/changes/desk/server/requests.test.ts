import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { createAnotherSignature } from '#domains/signatures/server/signatures-testing.ts'
import { listChanges } from '../../api.ts'
import { type ChangeState, createChangeRequest } from '../../server/change-requests.ts'
import {
  acceptChange,
  finishChange,
  listChangeRequests,
  pauseChange,
  readChangeRequest,
  refuseChange,
  resumeChange,
} from '../api.ts'
import { downloadChangeDocument } from '../downloads.ts'

const noon = new Date('2026-11-20T11:00:00Z')
const power = { power_p1: 5750, power_p2: 4600, phone: '+34612345678' }
const { portal, operator, operatorId } = await deskPortal({ now: noon })
let evaId: number
let customerId: number

beforeAll(async () => {
  customerId = await insertCustomer(portal.context.db, { name: 'Eva García Lluís', tax_id: '99100733N' })
  evaId = await insertUser(portal.context.db, { login: 'eva', name: 'Eva', customerIds: [customerId] })
})
afterAll(() => portal.close())

async function aRequest(state: ChangeState, { kind = 'power', details = {}, at = noon } = {}) {
  const { db } = portal.context
  const contract = await insertContract(db, { customerId, power_watts: [4600, 4600] })
  const all = kind === 'power' ? { ...power, power_p3: 0, power_p4: 0, power_p5: 0, power_p6: 0, ...details } : details
  const replies = {
    customerId,
    contractId: contract.contractId,
    kind,
    details: all,
    state,
    userId: evaId,
    requestId: 'r',
  }
  const id = (await createChangeRequest(db, { ...replies, now: at }))!
  return { id, contract }
}

const idsOf = async (query: object) =>
  (await operator.send(listChangeRequests, { query: query as never })).items.map(({ id }) => id)
const read = (id: number) => operator.send(readChangeRequest, { params: { id: String(id) } })
const moves = {
  accept: (id: number) => operator.sendRaw(acceptChange, { params: { id: String(id) } }),
  done: (id: number) => operator.sendRaw(finishChange, { params: { id: String(id) } }),
  refuse: (id: number, note = 'Supera la potencia del boletín') =>
    operator.sendRaw(refuseChange, { params: { id: String(id) }, body: { note } }),
}
const mailsOf = async (kind: string, contractId: number) =>
  portal.context.db
    .selectFrom('outbox_message')
    .where('kind', '=', kind)
    .where('contract_id', '=', contractId)
    .select('kind')
    .execute()

describe('the queue', () => {
  test('finds a change by number or customer', async () => {
    const { id, contract } = await aRequest('sent')
    expect(await idsOf({ q: String(id) })).toContain(id)
    for (const q of ['garcia', '99100733-n', contract.name, contract.cups]) expect(await idsOf({ q })).toContain(id)
    expect(await idsOf({ q: "zzz ' %" })).toEqual([])
  })

  test('filters by state and kind', async () => {
    const { id } = await aRequest('sent', { kind: 'no_cession_sips' })
    const { id: done } = await aRequest('done', { kind: 'happy_day' })
    expect(await idsOf({})).not.toContain(done)
    expect(await idsOf({ kind: 'no_cession_sips' })).toEqual([id])
    expect(await idsOf({ state: 'done' })).toEqual([done])
    expect(await idsOf({ state: 'all' })).toEqual(expect.arrayContaining([id, done]))
  })

  test('returns the longest unchanged first and those awaiting a signature last, page by page', async () => {
    const { id: unsigned } = await aRequest('waiting_for_signature', { at: new Date('2026-09-01T10:00:00Z') })
    const { id: old } = await aRequest('sent', { at: new Date('2026-10-01T10:00:00Z') })
    expect(await idsOf({ limit: 1 })).toEqual([old])
    expect((await idsOf({})).at(-1)).toBe(unsigned)
    expect(await idsOf({ limit: 1, offset: 1 })).not.toContain(old)
  })

  test.each([
    ['state', { state: 'lost' }],
    ['kind', { kind: 'colour' }],
    ['limit', { limit: 1000 }],
  ])('refuses an invalid %s', async (field, query) => {
    const refused = await operator.sendRaw(listChangeRequests, { query: query as never })
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, [field]])
  })
})

describe('a change is returned', () => {
  test('with current and requested power', async () => {
    const { id, contract } = await aRequest('sent')
    expect(await read(id)).toMatchObject({
      state: 'sent',
      requested_by: 'Eva',
      customer: { id: customerId, tax_id: '99100733N' },
      contract: { name: contract.name, cups: contract.cups },
      power: { asked: [5.75, 4.6], present: [4.6, 4.6], phone: '+34612345678' },
      moves: ['done', 'refuse'],
    })
  })

  test('with its account or other details', async () => {
    const { id: account } = await aRequest('done', { kind: 'iban', details: { iban: 'ES9121000418450200051332' } })
    expect((await read(account)).printable_iban).toBe('ES91 2100 0418 4502 0005 1332')
    const { id: other } = await aRequest('done', { kind: 'happy_day', details: { day: 6 } })
    expect(await read(other)).toMatchObject({ power: null, details: [{ name: 'day', value: '6' }], moves: [] })
  })

  test('with its document', async () => {
    const { db } = portal.context
    const contract = await insertContract(db, { customerId })
    const {
      id: signatureId,
      changeRequestId,
      document,
    } = await createAnotherSignature(portal, {
      customerId,
      userId: evaId,
      contract,
    })
    await db
      .updateTable('change_request')
      .set({ signature_id: signatureId, details: JSON.stringify(power) })
      .where('change_request_id', '=', changeRequestId)
      .execute()
    const { documents } = await read(changeRequestId)
    expect(documents).toMatchObject([{ id: 'original', kind: 'original' }])
    const params = { id: String(changeRequestId), documentId: 'original' }
    const file = await operator.sendRaw(downloadChangeDocument, { params })
    expect([file.statusCode, file.rawPayload.length]).toEqual([200, document.length])
    const unsigned = await operator.sendRaw(downloadChangeDocument, { params: { ...params, documentId: 'signed' } })
    expect(unsigned.statusCode).toBe(404)
  })

  test.each([
    ['waiting', 409, 'file_being_checked'],
    ['infected', 410, 'file_removed'],
  ])('without access to a file that is %s', async (scan_state, status, code) => {
    const { db, files } = portal.context
    const documentId = crypto.randomUUID()
    const file = { file_name: 'dni.jpg', media_type: 'image/jpeg', size_bytes: 4, created_at: noon, used_at: noon }
    const file_key = await files.put(Buffer.from('eva!'))
    await db
      .insertInto('upload')
      .values({ ...file, upload_id: documentId, file_key, scan_state })
      .execute()
    const { id } = await aRequest('requested', { details: { files: [documentId] } })
    const refused = await operator.sendRaw(downloadChangeDocument, { params: { id: String(id), documentId } })
    expect([refused.statusCode, refused.json().message]).toEqual([status, code])
  })
})

describe('a change', () => {
  test('is accepted and completed: the contract changes and the customer is notified twice', async () => {
    const { id, contract } = await aRequest('requested')
    expect((await moves.accept(id)).statusCode).toBe(204)
    expect((await read(id)).state).toBe('sent')
    expect((await moves.done(id)).statusCode).toBe(204)
    const done = await read(id)
    expect([done.state, done.power?.present]).toEqual(['done', [5.75, 4.6]])
    expect(await mailsOf('changes.sent', contract.contractId)).toHaveLength(1)
    expect(await mailsOf('changes.done', contract.contractId)).toHaveLength(1)
    const audit = await auditOf(portal, operatorId)
    expect(audit).toContainEqual(['change_moved', { kind: 'power', state: 'sent' }])
    expect(audit).toContainEqual(['change_moved', { kind: 'power', state: 'done' }])
  })

  test.each([
    ['retailer', null, 'changes.notAccepted', {}],
    ['distributor', 'distributor', 'changes.refused', { reason: 'distributor' }],
  ] as const)(
    'is refused by the %s with a reason: the contract stays, the customer is told who refused, and the reason is stored',
    async (by, reason, mail, expected) => {
      const { id, contract } = await aRequest('sent')
      const body = { by, note: 'Supera la potencia del boletín' }
      expect((await operator.sendRaw(refuseChange, { params: { id: String(id) }, body })).statusCode).toBe(204)
      expect(await read(id)).toMatchObject({
        state: 'refused',
        reason,
        note: 'Supera la potencia del boletín',
        power: { present: [4.6, 4.6] },
      })
      expect(await mailsOf(mail, contract.contractId)).toHaveLength(1)
      expect(await auditOf(portal, operatorId)).toContainEqual([
        'change_moved',
        { kind: 'power', state: 'refused', ...expected },
      ])
    },
  )

  test.each([
    ['waiting_for_signature', ['accept', 'done', 'refuse']],
    ['requested', ['done']],
    ['sent', ['accept']],
    ['done', ['accept', 'done', 'refuse']],
    ['refused', ['accept', 'done', 'refuse']],
  ] as const)('that is %s does not allow %j', async (state, tried) => {
    const { id } = await aRequest(state)
    for (const move of tried) {
      const refused = await moves[move](id)
      expect([refused.statusCode, refused.json().message]).toEqual([409, 'change_not_movable'])
      expect(refused.json().current).toMatchObject({ state })
    }
    expect((await read(id)).state).toBe(state)
  })

  test('cannot be refused without a reason', async () => {
    const { id } = await aRequest('sent')
    const refused = await moves.refuse(id, '  ')
    expect([refused.statusCode, Object.keys(refused.json().errors)]).toEqual([400, ['note']])
  })
})

test.each([0, 999_999_999, 99_999_999_999])('returns 404 for change %i', async (id) => {
  const params = { id: String(id) }
  const replies = [
    operator.sendRaw(readChangeRequest, { params }),
    operator.sendRaw(downloadChangeDocument, { params: { ...params, documentId: 'original' } }),
    moves.accept(id),
    moves.done(id),
    moves.refuse(id),
  ]
  expect(new Set((await Promise.all(replies)).map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
})

test('customers have no access', async () => {
  const eva = await portal.as(evaId)
  const params = { id: String((await aRequest('sent')).id) }
  const replies = [
    eva.sendRaw(listChangeRequests, { query: {} }),
    eva.sendRaw(readChangeRequest, { params }),
    eva.sendRaw(acceptChange, { params }),
    eva.sendRaw(finishChange, { params }),
    eva.sendRaw(refuseChange, { params, body: { note: 'none' } }),
    eva.sendRaw(downloadChangeDocument, { params: { ...params, documentId: 'original' } }),
  ]
  expect(new Set((await Promise.all(replies)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
})

describe('the clock of a power change', () => {
  const dutyOf = async (id: number) => {
    const [duty] = await findDutiesOf(portal.context.db, `change_request:${id}`)
    return [duty!.state, duty!.due_at.toISOString()]
  }
  const pause = (id: number, body: object = { waits_for: 'distributor' }) =>
    operator.sendRaw(pauseChange, { params: { id: String(id) }, body: body as never })
  const waitsFor = async (id: number) => {
    const { contract } = await read(id)
    const eva = await portal.as(evaId)
    const { items } = await eva.send(listChanges, { params: { contractName: contract.name } })
    return items.find((each) => each.id === id)!.waits_for
  }
  const resume = (id: number) => operator.sendRaw(resumeChange, { params: { id: String(id) } })

  test('stands still while somebody is waited for, and then counts what was left', async () => {
    const { id } = await aRequest('requested')
    expect((await pause(id)).json().error.code).toBe('change_not_movable')
    await moves.accept(id)
    expect((await read(id)).moves).toEqual(['done', 'refuse', 'pause'])
    const [, due] = await dutyOf(id)
    expect((await resume(id)).json().error.code).toBe('change_not_movable')
    expect((await pause(id)).statusCode).toBe(204)
    expect((await pause(id)).statusCode).toBe(409)
    expect(await read(id)).toMatchObject({ clock: 'paused', moves: ['done', 'refuse', 'resume'] })
    expect(await waitsFor(id)).toBe('distributor')
    const wait = 10 * 60_000
    portal.setClock(new Date(noon.getTime() + wait))
    expect((await resume(id)).statusCode).toBe(204)
    portal.setClock(noon)
    expect(await dutyOf(id)).toEqual(['open', new Date(Date.parse(due!) + wait).toISOString()])
    expect(await read(id)).toMatchObject({ clock: null, moves: ['done', 'refuse', 'pause'] })
    expect(await waitsFor(id)).toBeNull()
  })

  test('tells its customer who is waited for, until the change has ended', async () => {
    const { id } = await aRequest('requested')
    await moves.accept(id)
    expect((await pause(id, {})).statusCode).toBe(400)
    await pause(id, { waits_for: 'customer' })
    expect(await waitsFor(id)).toBe('customer')
    await moves.done(id)
    expect(await waitsFor(id)).toBeNull()
  })

  test('is none of other changes', async () => {
    const { id } = await aRequest('sent', { kind: 'no_cession_sips' })
    expect((await read(id)).moves).toEqual(['done', 'refuse'])
    expect((await pause(id)).statusCode).toBe(409)
  })
})
