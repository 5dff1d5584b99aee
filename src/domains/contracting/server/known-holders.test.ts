import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { markSignatureSummaryRead, readSignature, sendSignatureCode, signDocument } from '#domains/signatures/api.ts'
import { expireSignature } from '#domains/signatures/server/signature-jobs.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { readHolders, readSupplies } from '../api.ts'
import { contractSignatureHandler } from './contract-signature-handler.ts'
import {
  browserSession,
  householdSteps,
  type ProductIds,
  setUpContracting,
  signWithMailedCode,
} from './contracting-testing.ts'

let portal: TestPortal
let product: ProductIds

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now: new Date('2026-10-15T10:00:00Z') })
  product = await setUpContracting(portal)
})
beforeEach(() => portal.context.db.deleteFrom('visitor_throttle').execute())
afterAll(() => portal.close())

const iban = 'ES9121000418450200051332'
const anotherIban = 'ES6000491500051234567892'

const anAccountOf = async (customerId: number, number = iban) =>
  (
    await portal.context.db
      .insertInto('bank_account')
      .values({ customer_id: customerId, iban: number })
      .returning('bank_account_id')
      .executeTakeFirstOrThrow()
  ).bank_account_id

/** Creates a customer with an account and a user who signs in for them. */
async function aKnownCustomer(taxId: string) {
  const { db } = portal.context
  const named = { name: 'Anna Serra', tax_id: taxId, phone: '+34600000101', email: `${taxId}@example.test` }
  const customerId = await insertCustomer(db, named)
  const accountId = await anAccountOf(customerId)
  const userId = await insertUser(db, { customerIds: [customerId], email: named.email, name: named.name, locale: 'ca' })
  return { customerId, accountId, userId, visitor: await portal.as(userId), taxId, email: named.email }
}

type Known = Awaited<ReturnType<typeof aKnownCustomer>>

/** Sends a whole contract and returns the reply to the first rejected step, or to the last. */
async function contractAs(
  { visitor, taxId, email }: Pick<Known, 'visitor' | 'taxId' | 'email'>,
  changes: Changes = {},
) {
  const all = householdSteps({ product, taxId, email })
  const at = browserSession(visitor)
  const lead_id = (await at.send(all.installation)).json().lead_id as number
  const steps = [
    { ...all.person, ...changes.person },
    all.contract,
    { ...all.payment, ...changes.payment },
    all.confirmation,
  ]
  for (const step of steps) {
    const answer = await at.send({ ...step, lead_id })
    if (answer.statusCode !== 200 || step.step === 5) return { answer, lead_id }
  }
  throw new Error('There is a last step.')
}
type Changes = { person?: object; payment?: object }

const contractOf = (leadId: number) =>
  portal.context.db
    .selectFrom('lead')
    .innerJoin('contract', 'contract.contract_id', 'lead.contract_id')
    .where('lead_id', '=', leadId)
    .select(['contract.iban', 'contract.customer_id'])
    .executeTakeFirstOrThrow()

describe('what is known of the signed-in user', () => {
  test('is returned to nobody else', async () => {
    const { taxId } = await aKnownCustomer('00000030F')
    expect((await portal.anonymous.sendRaw(readHolders, {})).statusCode).toBe(401)
    expect((await portal.anonymous.sendRaw(readSupplies, { query: { energy: 'gas' } })).statusCode).toBe(401)
    const stranger = await portal.as(await insertUser(portal.context.db, {}))
    expect(await stranger.send(readHolders, {})).toEqual({ items: [] })
    expect(await stranger.send(readSupplies, { query: { energy: 'gas' } })).toEqual({ items: [] })
    expect(JSON.stringify(await (await aKnownCustomer('00000031P')).visitor.send(readHolders, {}))).not.toContain(taxId)
  })

  test('is the holder with contact details, language and accounts, without account numbers', async () => {
    const { visitor, accountId, customerId } = await aKnownCustomer('00000032D')
    const answer = await visitor.sendRaw(readHolders, {})
    expect(answer.payload).not.toContain(iban.slice(4, -4))
    expect(answer.json()).toEqual({
      items: [
        {
          ...{ id: customerId, is_company: false, tax_id: '00000032D', full_name: 'Anna Serra' },
          ...{ name: 'Anna', surname1: 'Serra', surname2: '', representative: null },
          ...{ mobile: '+34600000101', email: '00000032D@example.test', language: 'ca', papers: [] },
          accounts: [{ id: accountId, printable_iban: 'ES91 •••• 1332' }],
        },
      ],
    })
  })

  test('is every holder that a representative manages', async () => {
    const one = await aKnownCustomer('00000033X')
    const other = await insertCustomer(portal.context.db, { name: 'Taller SL', tax_id: 'B12345674', is_company: true })
    await portal.context.db.insertInto('user_customer').values({ user_id: one.userId, customer_id: other }).execute()
    const { items } = await (await portal.as(one.userId)).send(readHolders, {})
    expect(items.map(({ full_name }) => full_name)).toEqual(['Anna Serra', 'Taller SL'])
  })

  test('is their supply points, except those that are already supplied', async () => {
    const { visitor, customerId } = await aKnownCustomer('00000034B')
    const { db } = portal.context
    const supplied = await insertContract(db, { customerId })
    const ended = await insertContract(db, { customerId, state: 'baixa' })
    const of = async (energy: 'electricity' | 'gas') =>
      (await visitor.send(readSupplies, { query: { energy } })).items.map(({ cups }) => cups)
    expect(await of('electricity')).toEqual([ended.cups])
    expect((await of('gas')).toSorted()).toEqual([supplied.cups, ended.cups].toSorted())
    const { items } = await visitor.send(readSupplies, { query: { energy: 'electricity' } })
    expect(items[0]!.address).toMatchObject({ tv: 'CL', nv: 'de Provença', dp: '08029', poblacio: 'Barcelona' })
  })
})

describe('an account on file', () => {
  test('pays the contract without its number being typed', async () => {
    const known = await aKnownCustomer('00000035N')
    const { answer, lead_id } = await contractAs(known, { payment: { bank: { account_id: known.accountId } } })
    expect(answer.statusCode).toBe(200)
    expect(await contractOf(lead_id)).toEqual({ iban, customer_id: known.customerId })
  })

  test.each(['of somebody else', 'of another holder of the same representative', 'that there is not'])(
    'is refused where it is one %s',
    async (whose) => {
      const known = await aKnownCustomer(
        whose.startsWith('of s') ? '00000036J' : whose.startsWith('of a') ? '00000037Z' : '00000038S',
      )
      const other = await insertCustomer(portal.context.db)
      const account_id = whose.startsWith('that') ? 999_999 : await anAccountOf(other, anotherIban)
      const row = { user_id: known.userId, customer_id: other }
      if (whose.startsWith('of a')) await portal.context.db.insertInto('user_customer').values(row).execute()
      const visitor = await portal.as(known.userId)
      const { answer } = await contractAs({ ...known, visitor }, { payment: { bank: { account_id } } })
      expect(answer.statusCode).toBe(400)
      expect(Object.keys(answer.json().errors)).toEqual(['bank.iban'])
      expect(answer.payload).not.toContain(anotherIban.slice(-4))
    },
  )

  test('is not available to a visitor', async () => {
    const known = await aKnownCustomer('00000039Q')
    const { answer } = await contractAs(
      { ...known, visitor: portal.anonymous },
      { payment: { bank: { account_id: known.accountId } } },
    )
    expect(answer.statusCode).toBe(400)
  })
})

describe('a checked identity document', () => {
  const nif_faceup = [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }]
  let known: Known

  beforeAll(async () => {
    await portal.set('contractation.dniRequired', true)
    known = await aKnownCustomer('00000040V')
    expect((await contractAs(known)).answer.json().errors).toMatchObject({ nif_faceup: expect.any(Array) })
    const { answer } = await contractAs(known, { person: { nif_faceup } })
    await signWithMailedCode(portal, known.visitor, answer.json().signature.id)
  })
  afterAll(() => portal.set('contractation.dniRequired', false))

  test('is on file, and not requested again', async () => {
    const { items } = await known.visitor.send(readHolders, {})
    expect(items[0]!.papers).toEqual([{ kind: 'identity', tax_id: '00000040V' }])
    const { answer } = await contractAs(known)
    expect([answer.statusCode, answer.json().signature]).toEqual([
      200,
      { id: expect.any(String), url: expect.any(String) },
    ])
  })

  test('proves nothing for another name', async () => {
    const owner = { type: 'F', fisic_vat: known.taxId, first_name: 'Marta', surname1: 'Soler' }
    const { answer } = await contractAs(known, { person: { owner } })
    expect(answer.json().errors).toMatchObject({ nif_faceup: expect.any(Array) })
  })

  test('has no effect for a visitor who types the same tax id', async () => {
    const { answer } = await contractAs({ ...known, visitor: portal.anonymous })
    expect(answer.json().errors).toMatchObject({ nif_faceup: expect.any(Array) })
  })

  test('lets nobody sign once it is older than thirty days, and frees the supply for a new contract', async () => {
    const { db } = portal.context
    const sent = db.selectFrom('lead_file').innerJoin('lead', 'lead.lead_id', 'lead_file.lead_id')
    const ids = await sent.where('customer_id', '=', known.customerId).select('upload_id').execute()
    const created_at = new Date('2026-09-20T10:00:00Z')
    for (const { upload_id } of ids)
      await db.updateTable('upload').set({ created_at }).where('upload_id', '=', upload_id).execute()
    const { answer, lead_id } = await contractAs(known)
    const params = { signatureId: answer.json().signature.id as string }
    const summary_sha256 = (await known.visitor.send(readSignature, { params })).summary!.sha256
    await known.visitor.send(markSignatureSummaryRead, { params, body: { summary_sha256 } })
    const ask = () => known.visitor.sendRaw(sendSignatureCode, { params, body: { channel: 'email' } })
    expect((await ask()).statusCode).toBe(200)

    portal.setClock(new Date('2026-10-21T10:00:00Z'))
    known.visitor = await portal.as(known.userId)
    const late = await known.visitor.sendRaw(signDocument, { params, body: { code: '000000' } })
    expect([late.statusCode, late.json().error.code]).toEqual([409, 'identification_outdated'])
    expect((await ask()).json().error.code).toBe('signature_cancelled')
    const contract = db.selectFrom('lead').innerJoin('contract', 'contract.contract_id', 'lead.contract_id')
    expect(await contract.where('lead_id', '=', lead_id).select('contract.state').executeTakeFirst()).toEqual({
      state: 'cancelada',
    })
    portal.setClock(new Date('2026-10-15T10:00:00Z'))
    known.visitor = await portal.as(known.userId)
  })

  test('ends the request and its duty by itself once it is older than thirty days', async () => {
    const { db, clock } = portal.context
    const { answer, lead_id } = await contractAs(known)
    const signatureId = answer.json().signature.id as string
    const { contract_id } = await db
      .selectFrom('lead')
      .where('lead_id', '=', lead_id)
      .select('contract_id')
      .executeTakeFirstOrThrow()
    const duty = db.updateTable('duty').where('kind', '=', 'identification').where('contract_id', '=', contract_id)
    await duty.set({ due_at: new Date('2026-10-15T08:00:00Z') }).execute()
    while (await expireSignature({ db, clock, handlers: { contract: contractSignatureHandler } })) {}
    const stateOf = (kind: 'duty' | 'signature') =>
      db
        .selectFrom(kind)
        .$if(kind === 'duty', (query) => query.where(sql<boolean>`kind = 'identification'`))
        .where('contract_id', '=', contract_id)
        .select('state')
        .executeTakeFirst()
    expect([await stateOf('duty'), await stateOf('signature')]).toEqual([{ state: 'cancelled' }, { state: 'expired' }])
    expect(
      (await known.visitor.sendRaw(sendSignatureCode, { params: { signatureId }, body: { channel: 'email' } })).json()
        .error.code,
    ).toBe('signature_expired')
  })

  test('is requested again when the norm of the day on which it came says so', async () => {
    const { db } = portal.context
    const isOnFile = async () => (await known.visitor.send(readHolders, {})).items[0]!.papers.length > 0
    const created_at = new Date('2026-10-02T10:00:00Z')
    await db.updateTable('lead').set({ created_at }).where('customer_id', '=', known.customerId).execute()
    expect(await isOnFile()).toBe(true)
    const norm = {
      ...{ kind: 'identification', code: 'electricity.identification', law: 'Ley 1/2026', article: '3' },
      ...{ source: 'BOE-A-2026-1', state: 'in_force', energy: 'electricity' as const, count: 10, unit: 'days' },
      ...{ tolerance_days: 0, valid_from: '2026-10-02' },
    }
    await db.insertInto('duty_norm').values(norm).execute()
    expect(await isOnFile()).toBe(false)
    await db.updateTable('duty_norm').set({ valid_from: '2026-10-03' }).execute()
    expect(await isOnFile()).toBe(true)
    await db.deleteFrom('duty_norm').execute()
  })

  test('is requested again after thirty days', async () => {
    const { db } = portal.context
    const created_at = new Date('2026-09-13T10:00:00Z')
    await db.updateTable('lead').set({ created_at }).where('customer_id', '=', known.customerId).execute()
    expect((await known.visitor.send(readHolders, {})).items[0]!.papers).toEqual([])
    expect((await contractAs(known)).answer.json().errors).toMatchObject({ nif_faceup: expect.any(Array) })
  })
})
