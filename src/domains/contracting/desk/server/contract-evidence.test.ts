import { createHash, randomUUID } from 'node:crypto'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { createTestOperator, deskPortal } from '#domains/operators/desk/server/testing.ts'
import { auditOf } from '#domains/session/server/session-testing.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import {
  browserSession,
  householdSteps,
  setUpContracting,
  signWithMailedCode,
} from '../../server/contracting-testing.ts'
import { downloadContractEvidence } from '../downloads.ts'

const now = new Date('2026-11-20T10:00:00Z')
const { portal, operator, operatorId } = await deskPortal({ environment: { DEMO: 'on' }, now })
const { db } = portal.context
afterAll(() => portal.close())
let customerId: number
let params: { id: string; contractId: string }

beforeAll(async () => {
  const product = await setUpContracting(portal)
  customerId = await insertCustomer(db, { tax_id: '12345678Z' })
  const visitor = await portal.as(await insertUser(db, { customerIds: [customerId], email: 'anna@example.test' }))
  const browser = browserSession(visitor)
  const { installation, person, contract, payment, confirmation } = householdSteps({ product })
  let lead_id: number | undefined
  for (const step of [installation, person, contract, payment])
    lead_id = (await browser.send({ ...step, ...(lead_id !== undefined && { lead_id }) })).json().lead_id
  const { signature } = (await browser.send({ ...confirmation, lead_id: lead_id! })).json()
  await signWithMailedCode(portal, visitor, signature.id)
  await addIdentity(lead_id!)
  const lead = db.selectFrom('lead').where('lead_id', '=', lead_id!).select('contract_id')
  params = { id: String(customerId), contractId: String((await lead.executeTakeFirstOrThrow()).contract_id) }
})

async function addIdentity(lead_id: number) {
  const file = { file_name: 'dni.jpg', media_type: 'image/jpeg', size_bytes: aPhoto.length, scan_state: 'clean' }
  const upload_id = randomUUID()
  const file_key = await portal.context.files.put(aPhoto)
  await db
    .insertInto('upload')
    .values({ ...file, upload_id, file_key, created_at: now, used_at: now })
    .execute()
  await db.insertInto('lead_file').values({ lead_id, purpose: 'identity_front', upload_id }).execute()
}

const sha256Of = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')

test('is one archive whose manifest has the hash of every other file, and each download is logged', async () => {
  const { rawPayload, headers } = await operator.sendRaw(downloadContractEvidence, { params })
  expect(headers['content-type']).toBe('application/zip')
  const files = unzipSync(rawPayload)
  expect(Object.keys(files).sort()).toEqual([
    'consents.json',
    'contract-signed.pdf',
    'contract.pdf',
    'evidence.json',
    'identification.json',
    'identification/identity_front-dni.jpg',
    'manifest.json',
    'summary.pdf',
    'terms.json',
  ])
  const readJson = (name: string) => JSON.parse(new TextDecoder().decode(files[name]))
  const listed = readJson('manifest.json').files as { name: string; bytes: number; sha256: string }[]
  expect(listed).toHaveLength(8)
  for (const { name, bytes, sha256 } of listed) {
    expect([files[name]!.length, sha256Of(files[name]!)], name).toEqual([bytes, sha256])
  }
  expect(readJson('evidence.json')).toMatchObject({
    documentSha256: sha256Of(files['contract.pdf']!),
    summary: { sha256: sha256Of(files['summary.pdf']!) },
  })
  expect(Buffer.from(files['identification/identity_front-dni.jpg']!)).toEqual(aPhoto)
  expect(readJson('consents.json')).toContainEqual(expect.objectContaining({ purpose: 'contract_terms', agreed: true }))
  expect(readJson('terms.json')).toContainEqual(
    expect.objectContaining({ kind: 'contract_evidence', due_on: '2031-11-20' }),
  )
  const actions = (await auditOf(portal, operatorId)).map(([action]) => action)
  expect(actions.filter((action) => action === 'contract_evidence_exported')).toHaveLength(1)
})

test('is for operators of customer care only, of a contract of that customer that was signed here', async () => {
  const download = (by = operator, of = params) => by.sendRaw(downloadContractEvidence, { params: of })
  const { visitor: sales } = await createTestOperator(portal, 'sales', ['sales'])
  const customer = await portal.as(await insertUser(db, { customerIds: [customerId] }))
  const statuses = [portal.anonymous, customer, sales].map(async (each) => (await download(each)).statusCode)
  expect(await Promise.all(statuses)).toEqual([401, 401, 403])
  const other = String(await insertCustomer(db))
  for (const of of [
    { ...params, id: other },
    { ...params, contractId: 'x' },
  ])
    expect((await download(operator, of)).statusCode).toBe(404)
  const imported = await insertContract(db, { customerId })
  const answer = await download(operator, { ...params, contractId: String(imported.contractId) })
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'no_evidence'])
})

test.each([
  ['waiting', [409, 'file_being_checked']],
  ['infected', [410, 'file_removed']],
])('is not handed over with a file that is %s', async (scan_state, expected) => {
  await db.updateTable('upload').set({ scan_state }).execute()
  const answer = await operator.sendRaw(downloadContractEvidence, { params })
  expect([answer.statusCode, answer.json().error.code]).toEqual(expected)
  await db.updateTable('upload').set({ scan_state: 'clean' }).execute()
})
