import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { decideDeclaration, listDeclarations } from '../api.ts'
import { downloadDeclarationPaper } from '../downloads.ts'

const now = new Date('2026-11-27T11:00:00Z')
const { portal, operator, operatorId } = await deskPortal({ now })
const { db, files } = portal.context
let contract: string
let id: number
let uploadId: string

afterAll(() => portal.close())
beforeEach(async () => {
  const created = await insertContract(db, { customerId: await insertCustomer(db) })
  const { customerId: customer_id, contractId: contract_id } = created
  contract = created.name
  const userId = await insertUser(db, { customerIds: [customer_id] })
  const declaration = db.insertInto('supply_declaration').values({
    ...{ customer_id, contract_id, kind: 'medical_device', note: 'Un respirador.', state: 'open' },
    ...{ valid_until: '2027-03-01', declared_by_user_id: userId, declared_at: now },
  })
  id = (await declaration.returning('supply_declaration_id').executeTakeFirstOrThrow()).supply_declaration_id
  uploadId = randomUUID()
  await db
    .insertInto('upload')
    .values({
      ...{ upload_id: uploadId, user_id: userId, file_name: 'informe.pdf', media_type: 'application/pdf' },
      ...{ size_bytes: 8, file_key: await files.put(Buffer.from('%PDF-1.7')), created_at: now, used_at: now },
      ...{ scan_state: 'clean', scanned_at: now },
    })
    .execute()
  const file = { customer_id, supply_declaration_id: id, upload_id: uploadId, place: 0 }
  await db.insertInto('supply_declaration_file').values(file).execute()
})

const list = async (query: object = {}) =>
  (await operator.send(listDeclarations, { query: { q: contract, ...query } as never })).items
const decide = (body: object, who = operator) =>
  who.sendRaw(decideDeclaration, { params: { id: String(id) }, body: body as never })
const open = (who = operator, params = { id: String(id), uploadId }) =>
  who.sendRaw(downloadDeclarationPaper, { params })

test('declarations are listed by state, with their papers and what can be decided', async () => {
  expect(await list()).toMatchObject([
    {
      ...{ kind: 'medical_device', note: 'Un respirador.', valid_until: '2027-03-01' },
      ...{ papers: [{ id: uploadId, name: 'informe.pdf' }], decisions: ['accept', 'ask', 'refuse'] },
    },
  ])
  expect(await list({ state: 'accepted' })).toEqual([])
  expect(await list({ state: 'all' })).toHaveLength(1)
})

test('one is decided once', async () => {
  expect((await decide({ decision: 'accept', accepted_until: '2027-03-01' })).statusCode).toBe(204)
  expect(await list({ state: 'accepted' })).toMatchObject([
    { accepted_until: '2027-03-01', decided_by: { id: operatorId }, decisions: ['end'] },
  ])
  const again = await decide({ decision: 'refuse', answer: 'No.' })
  expect(again.json()).toMatchObject({ error: { code: 'declaration_decided' } })
  expect((await auditOf(portal, operatorId)).map(([action]) => action)).toContain('declaration_decided')
})

test('a paper that is opened is recorded, and one that is not clean stays closed', async () => {
  expect((await open()).rawPayload.toString()).toContain('%PDF')
  expect((await auditOf(portal, operatorId)).map(([action]) => action)).toContain('declaration_paper_read')
  for (const [scan_state, code] of [
    ['waiting', 'file_being_checked'],
    ['infected', 'file_removed'],
  ] as const) {
    await db.updateTable('upload').set({ scan_state }).where('upload_id', '=', uploadId).execute()
    expect((await open()).json()).toMatchObject({ error: { code } })
  }
  expect((await open(operator, { id: String(id), uploadId: 'x' })).statusCode).toBe(404)
  expect((await open(operator, { id: '0', uploadId })).statusCode).toBe(404)
})

test('nobody but who acts on debts sees any of it', async () => {
  const { visitor } = await createTestOperator(portal, undefined, ['care'])
  const { visitor: money } = await createTestOperator(portal, undefined, ['money'])
  expect((await visitor.sendRaw(listDeclarations, { query: {} as never })).statusCode).toBe(403)
  expect((await decide({ decision: 'refuse', answer: 'No.' }, visitor)).statusCode).toBe(403)
  expect((await open(visitor)).statusCode).toBe(403)
  expect((await portal.anonymous.sendRaw(listDeclarations, { query: {} as never })).statusCode).toBe(401)
  expect((await open(money)).statusCode).toBe(200)
})
