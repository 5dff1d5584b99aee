import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { anAccount } from '#domains/session/server/session-testing.ts'
import { listSignatures } from '#domains/signatures/api.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import { readContracting } from '../api.ts'
import { contractSignatureHandler } from './contract-signature-handler.ts'
import { browserSession, contractingPortal, sendSteps } from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, steps, contractOf, mailsTo, resetVisitLimits } = await contractingPortal(now)

beforeEach(resetVisitLimits)
afterAll(() => portal.close())

test('returns the form configuration of the retailer', async () => {
  expect(await portal.anonymous.send(readContracting, {})).toMatchObject({
    electricity: true,
    dniRequired: false,
    cnae_default: { id: 986, code: '9820' },
  })
})

describe('an unknown household', () => {
  test('gets a draft, a prepared account and a mail with the way to sign, but no session', async () => {
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps())
    const answer = await at.send({ ...steps().confirmation, lead_id })
    expect(answer.json()).toMatchObject({ lead_id, status: 'OK', signature: null, result: { error: null } })
    expect(answer.cookies.map(({ name }) => name)).not.toContain('token')

    expect(await contractOf(lead_id)).toMatchObject({
      state: 'esborrany',
      signed_on: null,
      tariff: '2.0TD',
      power_watts: [4600, 4600],
      iban: 'ES9121000418450200051332',
      payer_name: 'Anna Serra',
      waiting_for_signature: ['contract'],
      lead_state: 'sent',
    })
    const [mail] = await mailsTo('contracting.activateSupply')
    expect(mail).toMatchObject({ to_address: 'anna@example.test', locale: 'ca' })
  })

  test('may name a working day for the switch of a present supply', async () => {
    const at = browserSession(portal.anonymous)
    const own = steps()
    const installation = (switch_on: string) => ({ ...own.installation, active_contract: true, switch_on })
    expect((await at.send(installation('2026-10-17'))).json().errors).toHaveProperty('switch_on')
    const person = { ...own.person, change_owner: false }
    const lead_id = await sendSteps(at, { ...own, installation: installation('2026-10-28'), person } as typeof own)
    await at.send({ ...own.confirmation, lead_id })
    expect(await contractOf(lead_id)).toMatchObject({ switch_on: '2026-10-28' })
  })

  test('may pay by card or transfer, for which no account is asked for or kept', async () => {
    for (const payment_means of ['card', 'transfer']) {
      const at = browserSession(portal.anonymous)
      const lead_id = await sendSteps(at, steps())
      const payment = { step: 4, lead_id, payment_means, bank: {}, owner_is_bank_owner: false }
      expect((await at.send(payment)).statusCode).toBe(200)
      expect((await at.send({ ...steps().confirmation, lead_id })).json()).toMatchObject({ status: 'OK' })
      expect(await contractOf(lead_id)).toMatchObject({ iban: null, payment_means })
    }
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps())
    const unknown = { step: 4, lead_id, payment_means: 'cash', bank: {}, owner_is_bank_owner: false }
    expect((await at.send(unknown)).statusCode).toBe(400)
  })

  test('with the tax id of a customer who cannot be contacted is not told that a mail was sent', async () => {
    const { db } = portal.context
    await insertCustomer(db, { tax_id: '00000024R', email: null, phone: null })
    const before = (await mailsTo('contracting.activateSupply')).length
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps({ taxId: '00000024R', email: 'stranger@example.test' }))
    const { result } = (await at.send({ ...steps().confirmation, lead_id })).json()
    expect(result.render.body).toContain('Si ya eres cliente')
    expect(await mailsTo('contracting.activateSupply')).toHaveLength(before)
  })

  test('is stored with tax id and phone in market format, and the postcode under either of its names', async () => {
    const at = browserSession(portal.anonymous)
    const all = steps({ taxId: '00000016-q' })
    const { dp, ...own } = all.installation.address
    const owner_address = {
      ...all.person.owner_address,
      ...own,
      different_address: true,
      mobile: '600 00 01 01',
      zip: dp,
    }
    const lead_id = await sendSteps(at, { ...all, person: { ...all.person, owner_address } as never })
    await at.send({ ...all.confirmation, lead_id })
    const { db } = portal.context
    const lead = await db.selectFrom('lead').where('lead_id', '=', lead_id).selectAll().executeTakeFirstOrThrow()
    expect(lead).toMatchObject({ tax_id: '00000016Q', phone: '+34600000101' })
    expect(lead.steps).toMatchObject({
      2: { owner: { fisic_vat: '00000016Q' }, owner_address: { dp: '08500', mobile: '+34600000101' } },
    })
    expect((await contractOf(lead_id)).payer_address).toContain('08500 Vic')
  })

  test('is reported to the retailer’s systems with the resulting contract', async () => {
    const { db, encryptionKeys, clock } = portal.context
    const endpoint = {
      url: 'https://erp.example.com/',
      description: '',
      eventTypes: null,
      encryptionKeys,
      now: clock(),
    }
    const added = await insertEndpoint(db, endpoint)
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps())
    await at.send({ ...steps().confirmation, lead_id })
    const webhookEvents = await db.deleteFrom('webhook_event').returning(['type', 'data']).execute()
    await db.deleteFrom('webhook_endpoint').where('endpoint_id', '=', added!.endpointId).execute()
    const made = webhookEvents.find(({ type }) => type === 'contract.made')!.data as {
      customer_id: number
      contract_id: number
    }
    expect(made).toEqual({
      lead_id,
      energy: 'electricity',
      customer_id: expect.any(Number),
      contract_id: expect.any(Number),
    })
    const { customer_id, contract_id } = made
    expect(webhookEvents).toContainEqual({ type: 'lead.made', data: { lead_id, kind: 'electricity' } })
    expect(webhookEvents).toContainEqual({
      type: 'lead.closed',
      data: { lead_id, state: 'sent', customer_id, contract_id },
    })
  })

  test('cannot be sent twice', async () => {
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps({ taxId: '00000001R' }))
    const both = await Promise.all([1, 2].map(() => at.send({ ...steps().confirmation, lead_id })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await at.send({ ...steps().payment, lead_id })).json().error.code).toBe('lead_closed')
  })

  test('cannot continue a lead beyond the number range', async () => {
    const answer = await browserSession(portal.anonymous).send({ ...steps().payment, lead_id: 2 ** 53 })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'invalid'])
  })

  test('is open once it is signed, and cancelled when it is not signed in time', async () => {
    const { db } = portal.context
    const [signed, left] = [browserSession(portal.anonymous), browserSession(portal.anonymous)]
    const first = await sendSteps(signed, steps({ taxId: '00000002W' }))
    const second = await sendSteps(left, steps({ taxId: '00000003A' }))
    await signed.send({ ...steps().confirmation, lead_id: first })
    await left.send({ ...steps().confirmation, lead_id: second })
    const subject = async (leadId: number) => {
      const { customer_id: customerId, contract_id: subjectId } = await contractOf(leadId)
      return { customerId, subjectId, contractIds: [subjectId], signatureId: '', now, userId: 1 }
    }
    await contractSignatureHandler.onSigned(db, await subject(first))
    await contractSignatureHandler.onUnsigned(db, await subject(second))
    expect(await contractOf(first)).toMatchObject({
      state: 'esborrany',
      signed_on: '2026-10-15',
      waiting_for_signature: [],
      lead_state: 'signed',
    })
    expect(await contractOf(second)).toMatchObject({ state: 'cancelada', lead_state: 'left' })
    const { customer_id, contract_id } = await contractOf(first)
    const signedMails = (await mailsTo('contracting.signedNew')).filter((mail) => mail.contract_id === contract_id)
    expect(signedMails).toHaveLength(1)
    const accounts = await db.selectFrom('bank_account').where('customer_id', '=', customer_id).select('iban').execute()
    expect(accounts).toEqual([{ iban: 'ES9121000418450200051332' }])
  })
})

describe('a visitor who types the tax id of a customer', () => {
  test('gets the same reply as anybody, while the customer is contacted at the details on file', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000004G', email: 'known@example.test', name: 'Known' })
    const at = browserSession(portal.anonymous)
    const lead_id = await sendSteps(at, steps({ taxId: '00000004G', email: 'stranger@example.test' }))
    const answer = await at.send({ ...steps().confirmation, lead_id })
    expect(answer.json()).toMatchObject({ status: 'OK', signature: null })
    expect((await contractOf(lead_id)).customer_id).toBe(customerId)
    const mails = await mailsTo('contracting.activateSupply')
    expect(mails.map(({ to_address }) => to_address)).toContain('known@example.test')
    expect(mails.map(({ to_address }) => to_address)).not.toContain('stranger@example.test')
    const accounts = await db.selectFrom('bank_account').where('customer_id', '=', customerId).selectAll().execute()
    expect(accounts).toEqual([])
    expect(
      await db
        .selectFrom('customer')
        .where('customer_id', '=', customerId)
        .select(['name', 'email'])
        .executeTakeFirst(),
    ).toEqual({
      name: 'Known',
      email: 'known@example.test',
    })
  })
})

test('with an account at the typed mailbox signs with it, and sees nothing before', async () => {
  const { db } = portal.context
  const email = 'mailbox@example.test'
  const byNif = await insertUser(db, { login: '00000013j', customerIds: [] })
  const userId = await anAccount(portal, { email, customerIds: [] })
  const at = browserSession(portal.anonymous)
  const lead_id = await sendSteps(at, steps({ taxId: '00000013J', email }))
  await at.send({ ...steps().confirmation, lead_id })
  const { customer_id } = await contractOf(lead_id)
  const seen = await db.selectFrom('user_customer').where('customer_id', '=', customer_id).select('user_id').execute()
  expect(seen).toEqual([])
  const waiting = async (user: number) => (await (await portal.as(user)).send(listSignatures, {})).items
  expect(await waiting(userId)).toMatchObject([{ title: expect.stringContaining('L0') }])
  expect(await waiting(byNif)).toEqual([])
})

test('stores the details of a company that is called back and nothing more', async () => {
  await portal.set('contractation.businessHaltContractation', true)
  const at = browserSession(portal.anonymous)
  const all = steps()
  const { lead_id } = (await at.send(all.installation)).json()
  const owner = {
    ...{ type: 'J' as const, name: 'Taller SL', juridic_vat: 'A58818501' },
    ...{ rep_vat: '12345678Z', rep_name: 'Anna', rep_surname1: 'Serra' },
  }
  const upload = { filename: 'company.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }
  const sent = await at.send({ ...all.person, owner, cif: [upload], lead_id })
  expect(sent.json()).toEqual({ lead_id, status: 'OK', version: expect.any(String) })
  const answer = await at.send({ ...all.confirmation, lead_id })
  expect(answer.json()).toMatchObject({ status: 'OK', signature: null })
  const lead = await portal.context.db.selectFrom('lead').where('lead_id', '=', lead_id).selectAll().executeTakeFirst()
  expect(lead).toMatchObject({ state: 'sent', contract_id: null, name: 'Taller SL' })
  expect(await mailsTo('contracting.received')).toHaveLength(1)
  await portal.set('contractation.businessHaltContractation', false)
})
