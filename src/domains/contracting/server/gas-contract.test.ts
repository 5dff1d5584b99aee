import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer } from '#app/server/testing/builders.ts'
import { decryptResumeLink } from '#domains/leads/server/resume-link.ts'
import { readGasSupply } from '#domains/supply-register/api.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import { mailLeadLink, readLead, saveLeadDraft } from '../api.ts'
import type { SavedDraft } from '../saved-draft.ts'
import { aFreeCups, browserSession, contractingPortal, sendSteps } from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
const { portal, product, steps, contractOf, mailsTo, resetVisitLimits } = await contractingPortal(now)

beforeEach(resetVisitLimits)
afterAll(() => portal.close())

/** Removes the queued link mail and returns its secret. */
async function mailedSecret() {
  const { db, encryptionKeys } = portal.context
  const { link } = await db
    .deleteFrom('outbox_message')
    .where('kind', '=', 'contracting.resume')
    .returning('link')
    .executeTakeFirstOrThrow()
  return decryptResumeLink(link!, encryptionKeys).split('resume_link=')[1]!
}

describe('gas alone', () => {
  test('is contracted step by step by its own call, and waits for its signature', async () => {
    const at = browserSession(portal.anonymous)
    const cups = aFreeCups('0217')
    const { installation, person, payment, confirmation } = steps({
      cups,
      taxId: '00000018H',
      email: 'gas@example.test',
    })
    const { lead_id } = (await at.sendGas(installation)).json()
    const gas = { step: 3, cups: { name: cups }, active_contract: false, tarifa: product.gas, tarifaATR: 102 }
    for (const step of [person, gas, payment])
      expect((await at.sendGas({ ...step, lead_id })).json()).toEqual({
        lead_id,
        status: 'OK',
        version: expect.any(String),
      })
    expect((await at.sendGas({ ...confirmation, lead_id })).json()).toMatchObject({
      lead_id,
      status: 'OK',
      signature: null,
    })
    expect(await contractOf(lead_id)).toMatchObject({
      ...{ energy: 'gas', tariff: 'RL.2', cups, power_watts: [], state: 'esborrany', lead_state: 'sent' },
    })
    const mails = await mailsTo('contracting.activateSupply')
    expect(mails.map(({ to_address }) => to_address)).toContain('gas@example.test')
  })

  test('has a toll and a gas product, and names the present supplier where there is one', async () => {
    const at = browserSession(portal.anonymous)
    const cups = aFreeCups('0217')
    const { installation } = steps({ cups })
    const { lead_id } = (await at.sendGas(installation)).json()
    const gas = { step: 3, cups: { name: cups }, active_contract: true, tarifa: product.electricity, tarifaATR: 18 }
    const answer = await at.sendGas({ ...gas, lead_id })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors).sort()).toEqual(['change_owner', 'tarifa', 'tarifaATR'])
  })

  test('is refused with the CUPS of an electricity supply, its own or one from the register', async () => {
    const at = browserSession(portal.anonymous)
    const { db } = portal.context
    const all = steps()
    const electricityLeadId = await sendSteps(at, all)
    const gas = { step: 3, active_contract: false, tarifa: product.gas, tarifaATR: 102 }
    const { name } = all.installation.cups
    const dual = await at.sendGas({ ...gas, cups: { name }, electricityLeadId })
    expect([dual.statusCode, Object.keys(dual.json().errors)]).toEqual([400, ['cups.name']])
    expect(dual.json().errors['cups.name'][0]).toContain('es de electricidad')

    const { cups } = await insertContract(db, { customerId: await insertCustomer(db) })
    const alone = await at.sendGas(steps({ cups }).installation)
    expect(alone.json().errors['cups.name'][0]).toContain('es de electricidad')
    const looked = await portal.anonymous.send(readGasSupply, { params: { cups } })
    expect(looked).toMatchObject({ other_energy: 'electricity', cups_availability: { available: false } })
  })

  describe('of a dual contract whose electricity contract exists', () => {
    /** A contracted electricity lead with open gas, and another device that came by its link. */
    async function goneOnElsewhere(typed: SavedDraft = {}) {
      const [first, second] = [browserSession(portal.anonymous), browserSession(portal.anonymous)]
      const { confirmation, ...all } = steps({ taxId: '00000021K' })
      const electricityLeadId = await sendSteps(first, all)
      const cups = aFreeCups('0217')
      const gas = { step: 3, cups: { name: cups }, active_contract: false, tarifa: product.gas, tarifaATR: 102 }
      const gasLeadId = (await first.sendGas({ ...gas, electricityLeadId })).json().lead_id as number
      const body = { email: 'anna@example.test', kind: 'dual' as const }
      expect((await first.request(mailLeadLink, electricityLeadId, body)).statusCode).toBe(204)
      expect((await first.request(saveLeadDraft, electricityLeadId, typed)).statusCode).toBe(200)
      expect((await first.send({ ...confirmation, lead_id: electricityLeadId })).json()).toMatchObject({ status: 'OK' })
      second.cookieJar.set('resume_link', await mailedSecret())
      return { second, electricityLeadId, gasLeadId, gas, confirmation }
    }

    test('continues by the link, without the draft of the electricity, until its contract exists too', async () => {
      const { second, electricityLeadId, gasLeadId, gas, confirmation } = await goneOnElsewhere()
      const electricity = (await second.request(readLead, electricityLeadId)).json()
      expect(electricity).toMatchObject({ state: 'sent', steps: {}, typed: {}, gas_lead_id: gasLeadId })
      expect((await second.request(readLead, gasLeadId)).json()).toMatchObject({ state: 'open', steps: { 3: gas } })
      const half = { yearKwh: { contract: '', gas: '5000' } }
      expect((await second.request(saveLeadDraft, gasLeadId, half)).statusCode).toBe(200)
      expect((await second.request(readLead, gasLeadId)).json().typed).toEqual(half)
      expect((await second.request(mailLeadLink, electricityLeadId, { email: 'a@example.test' })).statusCode).toBe(204)
      second.cookieJar.set('resume_link', await mailedSecret())
      const made = await second.sendGas({ ...confirmation, lead_id: gasLeadId })
      expect(made.json()).toMatchObject({ lead_id: gasLeadId, status: 'OK' })
      expect(await contractOf(gasLeadId)).toMatchObject({
        energy: 'gas',
        cups: gas.cups.name,
        iban: 'ES9121000418450200051332',
      })
      const answer = await second.request(mailLeadLink, electricityLeadId, { email: 'b@example.test' })
      expect(answer.json().error.code).toBe('lead_closed')
    })

    test('is closed with it where it was left out', async () => {
      const leftOut = { cups: '', isIncluded: false, isSupplied: null, changesOwner: null, retailerId: null }
      const gas = { ...leftOut, invoices: [], tariffId: null, productId: -1 }
      const { db, encryptionKeys, clock } = portal.context
      const endpoint = {
        url: 'https://erp.example.com/',
        description: '',
        eventTypes: null,
        encryptionKeys,
        now: clock(),
      }
      const added = await insertEndpoint(db, endpoint)
      const { second, gasLeadId } = await goneOnElsewhere({ gas })
      const webhookEvents = await db.deleteFrom('webhook_event').returning(['type', 'data']).execute()
      await db.deleteFrom('webhook_endpoint').where('endpoint_id', '=', added!.endpointId).execute()
      const closed = { lead_id: gasLeadId, state: 'left', customer_id: null, contract_id: null }
      expect(webhookEvents).toContainEqual({ type: 'lead.closed', data: closed })
      expect((await second.request(readLead, gasLeadId)).json()).toMatchObject({ state: 'left', steps: {} })
    })
  })

  test('is refused where only electricity is sold', async () => {
    await portal.set('contractation.gas.enabled', false)
    await portal.set('contractation.dual.enabled', false)
    const answer = await browserSession(portal.anonymous).sendGas(steps().installation)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'contracting_off'])
    await portal.set('contractation.gas.enabled', true)
    await portal.set('contractation.dual.enabled', true)
  })
})

describe('a supply of another retailer', () => {
  test('names an existing retailer of its own energy', async () => {
    await portal.set('contractation.selectComerOrigin', true)
    const { db } = portal.context
    const add = async (energy: 'electricity' | 'gas', name: string) => {
      const row = { energy, name }
      const { origin_retailer_id } = await db
        .insertInto('origin_retailer')
        .values(row)
        .returning('origin_retailer_id')
        .executeTakeFirstOrThrow()
      return origin_retailer_id
    }
    const [own, ofGas] = [await add('electricity', 'Aurora'), await add('gas', 'Brasa')]
    const at = browserSession(portal.anonymous)
    const supplied = { ...steps().installation, active_contract: true }
    const errorsOf = async (comer_origin: number | null) =>
      (await at.send({ ...supplied, comer_origin })).json().errors as object | undefined
    expect(await errorsOf(null)).toHaveProperty('comer_origin')
    expect(await errorsOf(ofGas)).toHaveProperty('comer_origin')
    expect(await errorsOf(own)).toBeUndefined()
    await portal.set('contractation.selectComerOrigin', false)
  })
})

describe('a supply that feeds in', () => {
  test('sends its documents where they are required, and its code is in the contract', async () => {
    await portal.set('contractation.selfcons.enabled', true)
    await portal.set('contractation.selfcons.requireDocumentation', true)
    const at = browserSession(portal.anonymous)
    const all = steps({ taxId: '00000019L' })
    const { lead_id } = (await at.send(all.installation)).json()
    const contract = { ...all.contract, selfconsCode: '41', lead_id }
    expect(Object.keys((await at.send(contract)).json().errors)).toEqual(['selfcons_attach'])
    const paper = { filename: 'cie.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }
    await at.send({ ...all.person, lead_id })
    expect((await at.send({ ...contract, selfcons_attach: [paper] })).statusCode).toBe(200)
    await at.send({ ...all.payment, lead_id })
    await at.send({ ...all.confirmation, lead_id })
    expect(await contractOf(lead_id)).toMatchObject({ self_consumption_code: '41' })
    const files = await portal.context.db
      .selectFrom('lead_file')
      .where('lead_id', '=', lead_id)
      .select('purpose')
      .execute()
    expect(files).toEqual([{ purpose: 'self_consumption' }])
  })
})

describe('gas with electricity', () => {
  test('shares the installation, the person and the account', async () => {
    const at = browserSession(portal.anonymous)
    const all = steps({ taxId: '00000006Y' })
    const lead_id = await sendSteps(at, all)
    const begun = await at.sendGas({ ...all.gas, electricityLeadId: lead_id })
    const gasLeadId = begun.json().lead_id
    await at.send({ ...all.confirmation, lead_id })
    const answer = await at.sendGas({ ...all.confirmation, lead_id: gasLeadId })
    expect(answer.json()).toMatchObject({ status: 'OK' })
    const [electricity, gas] = [await contractOf(lead_id), await contractOf(gasLeadId)]
    expect(gas).toMatchObject({
      energy: 'gas',
      tariff: 'RL.2',
      power_watts: [],
      customer_id: electricity.customer_id,
      iban: electricity.iban,
    })
    expect(gas.cups).not.toBe(electricity.cups)
  })
})
