import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import type { TestVisitor } from '#app/server/testing/test-portal.ts'
import { loadSupportTypes } from '#db/demo/support/support-types.ts'
import { findStopsOf } from '#domains/contract-records/server/suspension-stops.ts'
import { deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { openRequest, openUnsignedRequest } from '../../../api.ts'
import { answerCustomer, listCases, markReceiptPosted, readCase, setSuspensionStop } from '../api.ts'
import { downloadCaseReceipt } from '../downloads.ts'

const { portal, operator, operatorId } = await deskPortal({ now: new Date('2026-11-20T11:00:00Z') })
const { db } = portal.context
let eva: TestVisitor
let customerId: number
let contractId: number

beforeAll(async () => {
  await loadSupportTypes(db)
  await portal.set('requests.leastFiles', 0)
  customerId = await insertCustomer(db)
  contractId = (await insertContract(db, { customerId })).contractId
  eva = await portal.as(await insertUser(db, { customerIds: [customerId] }))
})
afterAll(() => portal.close())

async function aCase(given: object = {}): Promise<{ id: string }> {
  const { id } = await eva.send(openRequest, {
    body: {
      ...{ polissa_id: contractId, polissa_type: 'electricity', categ_id: 11, attachments: [] },
      ...{ title: 'La factura', message: 'És massa alta.', ...given },
    },
  })
  return { id: String(id) }
}

describe('the suspension of a supply', () => {
  const setStop = (params: { id: string }, body: object, who = operator) =>
    who.sendRaw(setSuspensionStop, { params, body: body as never })
  const isStopped = async () => (await findStopsOf(db, { customerId, contractId })).length > 0

  test('is stopped by an operator where the customer named the complaint otherwise', async () => {
    const params = await aCase()
    expect(await isStopped()).toBe(false)
    expect((await setStop(params, { reason: 'complaint', stopped: true })).statusCode).toBe(204)
    expect((await operator.send(readCase, { params })).suspension_stops).toEqual(['complaint'])
    expect(await isStopped()).toBe(true)
    await operator.send(answerCustomer, { params, body: { message: 'Hecho.', state: 'accepted' } })
    expect(await isStopped()).toBe(false)
    expect(await auditOf(portal, operatorId)).toContainEqual(['case_suspension_stop_changed', { stops: ['complaint'] }])
  })

  test('is not stopped by what names no contract, an unknown reason, an unknown case or a customer', async () => {
    const params = await aCase()
    expect((await setStop(params, { reason: 'other', stopped: true })).statusCode).toBe(400)
    expect((await setStop({ id: '999999' }, { reason: 'complaint', stopped: true })).statusCode).toBe(404)
    expect((await setStop(params, { reason: 'complaint', stopped: true }, eva)).statusCode).toBe(401)
    expect((await setStop(params, { reason: 'complaint', stopped: true }, portal.anonymous)).statusCode).toBe(401)
    await portal.anonymous.send(openUnsignedRequest, {
      body: {
        ...{ email: 'pau@example.test', mobile: '612345678', category: 10, subject: 'Precios' },
        ...{ description: '¿Qué tarifa tenéis?', attachment: [] },
      },
    })
    const { items } = await operator.send(listCases, { query: { q: 'pau@example.test' } as never })
    const refused = await setStop({ id: String(items[0]!.id) }, { reason: 'complaint', stopped: true })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'no_contract'])
    expect(await isStopped()).toBe(false)
  })
})

describe('the receipt of a case', () => {
  test('is seen as its customer sees it, and noted once its letter was sent', async () => {
    const params = await aCase({ language: 'ca', receipt: 'letter' })
    expect(await operator.send(readCase, { params })).toMatchObject({
      ...{ language: 'ca', receipt: 'letter', receipt_posted_at: null },
    })
    const file = await operator.sendRaw(downloadCaseReceipt, { params })
    expect(await readPdfText(file.rawPayload)).toContain('És massa alta.')
    await operator.send(markReceiptPosted, { params })
    expect((await operator.send(readCase, { params })).receipt_posted_at).toBe('2026-11-20T11:00:00.000Z')
  })

  test('is neither handed to customers here nor noted by them', async () => {
    const params = await aCase()
    expect((await eva.sendRaw(downloadCaseReceipt, { params })).statusCode).toBe(401)
    expect((await eva.sendRaw(markReceiptPosted, { params })).statusCode).toBe(401)
    expect((await operator.sendRaw(downloadCaseReceipt, { params: { id: '999999' } })).statusCode).toBe(404)
  })
})
