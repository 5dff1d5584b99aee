import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type CreatedContract, insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { changeCadastralReference } from '../cadastral-api.ts'

let portal: TestPortal
let anna: TestVisitor
let looking: TestVisitor
let stranger: TestVisitor
let contract: CreatedContract
let ended: CreatedContract

beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  const customerId = await insertCustomer(db)
  contract = await insertContract(db, { customerId })
  ended = await insertContract(db, { customerId, state: 'baixa' })
  const userId = await insertUser(db, { customerIds: [customerId] })
  anna = await portal.as(userId)
  looking = await portal.as(userId, { readonly: true })
  stranger = await portal.as(await insertUser(db, { customerIds: [await insertCustomer(db)] }))
})

const body = { ref_catastral: '9872023VH5797S0001WX' }

function ask(visitor: TestVisitor, sent: object = body, { name } = contract) {
  return visitor.sendRaw(changeCadastralReference, { params: { contractName: name }, body: sent as typeof body })
}

async function stored() {
  const { db } = portal.context
  const { customerId, supplyPointId } = contract
  const point = await db
    .selectFrom('supply_point')
    .where('supply_point_id', '=', supplyPointId)
    .select('cadastral_reference')
    .executeTakeFirst()
  const of = (table: 'change_request' | 'outbox_message' | 'audit_entry') =>
    db.selectFrom(table).where('customer_id', '=', customerId).selectAll().execute()
  const [requests, mails, audit] = await Promise.all([of('change_request'), of('outbox_message'), of('audit_entry')])
  return { reference: point!.cadastral_reference, counts: [requests.length, mails.length, audit.length] }
}

test('corrects the reference of a supply point, with a request, a message and an audit entry', async () => {
  const answer = await ask(anna, { ref_catastral: ' 9872023 vh5797s 0001 wx', type: 'electricity' })
  expect([answer.statusCode, answer.json()]).toEqual([200, { ref_catastral: '9872023VH5797S0001WX' }])
  expect(await stored()).toEqual({ reference: '9872023VH5797S0001WX', counts: [1, 1, 1] })
})

test('changes nothing for the same reference', async () => {
  await ask(anna)
  expect((await ask(anna)).statusCode).toBe(200)
  expect((await stored()).counts).toEqual([1, 1, 1])
})

test('refuses anybody but the holder, a read-only user and an ended contract', async () => {
  expect((await ask(portal.anonymous)).statusCode).toBe(401)
  expect((await ask(stranger)).statusCode).toBe(404)
  const answers = [await ask(looking), await ask(anna, {}, ended)]
  expect(answers.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
    [403, 'token_readonly'],
    [409, 'contract_not_active'],
  ])
  expect(await stored()).toEqual({ reference: null, counts: [0, 0, 0] })
})

test.each([
  ['refCatastral.enabled', 'it is not shown'],
  ['refCatastral.modify', 'it is not changed'],
])('refuses the correction where the retailer disables it with %s: %s', async (setting) => {
  await portal.set(setting, false)
  const answer = await ask(anna)
  expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'change_not_offered'])
  await portal.set(setting, true)
})

test.each([
  [{}, { ref_catastral: ['Falta este dato.'] }],
  [{ ref_catastral: ' ' }, { ref_catastral: ['Falta este dato.'] }],
  [
    { ref_catastral: '9872023VH5797S0001WXY' },
    { ref_catastral: ['Escribe la referencia como mucho con 20 caracteres.'] },
  ],
  [
    { ref_catastral: '9872023-VH5797S' },
    { ref_catastral: ['Escribe solo letras y cifras, sin guiones ni otros signos.'] },
  ],
  [{ ...body, type: 'gas' }, { type: ['Este dato no es válido.'] }],
  [{ ...body, wrong: 1 }, { wrong: ['Este dato no se espera.'] }],
])('rejects %j with the reason %j', async (sent, errors) => {
  const answer = await ask(anna, sent)
  expect([answer.statusCode, answer.json().errors]).toEqual([400, errors])
  expect((await stored()).reference).toBeNull()
})
