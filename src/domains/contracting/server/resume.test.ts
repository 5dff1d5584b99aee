import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { decryptResumeLink } from '#domains/leads/server/resume-link.ts'
import { aPhoto, uploadFileAs } from '#domains/uploads/server/uploads-testing.ts'
import type { Call } from '#kit/call.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { mailLeadLink, readLead, saveLeadDraft, sendElectricityStep, sendGasStep } from '../api.ts'
import type { SavedDraft } from '../saved-draft.ts'

const start = new Date('2026-10-15T10:00:00Z')
let portal: TestPortal
let supplies = 0

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now: start })
  await importTowns(portal.context.db, 'postcode,ine,municipality\n08500,08298,Vic\n')
  for (const kind of ['electricity', 'gas', 'dual']) await portal.set(`contractation.${kind}.enabled`, true)
  await portal.set('contractation.invoiceRequired', false)
})
beforeEach(async () => {
  await portal.context.db.deleteFrom('visitor_throttle').execute()
  await portal.context.db.deleteFrom('outbox_message').execute()
})
afterAll(() => portal.close())

const address = { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' }
const installation = () => ({
  step: 1,
  cups: { name: makeCups('0021', String(990000005000 + ++supplies)) },
  address,
  residence_type: 'habitual',
  cnae: 986,
  active_contract: false,
  accept_morosity_verification: true,
  lead_consent: true,
})
const person = {
  step: 2,
  owner: { type: 'F', fisic_vat: '12345678Z', first_name: 'Anna', surname1: 'Serra' },
  owner_address: { different_address: false, mobile: '612345678', email: 'anna@example.test' },
  commsLanguage: 'es',
}
const payment = { step: 4, bank: { iban: 'ES9121000418450200051332' }, owner_is_bank_owner: true }
const email = 'anna@example.test'

/** A device that stores the cookies that the portal sets. */
function aDevice(visitor: TestVisitor = portal.anonymous) {
  const jar = new Map<string, string>()
  async function ask(definition: Call, input: object) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await visitor.sendRaw(definition, input as never, { headers: cookie ? { cookie } : {} })
    for (const { name, value } of answer.cookies) jar.set(name, value)
    return answer
  }
  const params = (leadId: number) => ({ params: { leadId: String(leadId) } })
  return {
    jar,
    async begin() {
      const answer = await ask(sendElectricityStep, { body: { FormConfirm: installation() } })
      return answer.json().lead_id as number
    },
    send: (FormConfirm: object, definition: Call = sendElectricityStep) => ask(definition, { body: { FormConfirm } }),
    read: (leadId: number) => ask(readLead, params(leadId)),
    version: async (leadId: number) => (await ask(readLead, params(leadId))).json().version as string,
    sendSeen: (FormConfirm: object, version: string, definition: Call = sendElectricityStep) =>
      ask(definition, { body: { FormConfirm, version } }),
    keep: (leadId: number, body: object) => ask(saveLeadDraft, { ...params(leadId), body }),
    link: (leadId: number, body: object = { email }) => ask(mailLeadLink, { ...params(leadId), body }),
  }
}

/** Removes and returns the queued mail. */
async function takeMail() {
  const { db, encryptionKeys } = portal.context
  const [mail] = await db.deleteFrom('outbox_message').where('kind', '=', 'contracting.resume').returningAll().execute()
  const link = decryptResumeLink(mail!.link!, encryptionKeys)
  return { ...mail!, path: link.split('?')[0], secret: link.split('resume_link=')[1]! }
}

const close = (leadId: number, more: object = {}) =>
  portal.context.db
    .updateTable('lead')
    .set({ state: 'sent', ...more })
    .where('lead_id', '=', leadId)
    .execute()

describe('on the same device', () => {
  test('returns everything typed', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    await device.send({ ...payment, lead_id })
    expect((await device.read(lead_id)).json()).toEqual({
      lead_id,
      version: expect.any(String),
      kind: 'electricity',
      state: 'open',
      steps_done: 2,
      steps: { 1: expect.objectContaining({ address }), 4: payment },
      typed: {},
      files: [],
      gas_lead_id: null,
      signature: null,
    })
  })

  test('returns its files with their names, and no longer once the contract exists', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    const nif_faceup = [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }]
    await device.send({ ...person, nif_faceup, lead_id })
    const { steps, files } = (await device.read(lead_id)).json()
    expect(files).toEqual([{ id: steps[2].nif_faceup[0].id, name: 'dni.jpg', size_bytes: aPhoto.length }])
    await close(lead_id)
    expect((await device.read(lead_id)).json()).toMatchObject({ steps: {}, files: [] })
  })

  test('returns it to a customer on every device on which they are signed in', async () => {
    const visitor = await portal.as(await insertUser(portal.context.db))
    const lead_id = await aDevice(visitor).begin()
    expect((await aDevice(visitor).read(lead_id)).statusCode).toBe(200)
  })

  test('returns it to nobody else, and finds nothing for an invalid number', async () => {
    const lead_id = await aDevice().begin()
    const other = aDevice()
    await other.begin()
    for (const device of [other, aDevice(), aDevice(await portal.as(await insertUser(portal.context.db)))]) {
      expect((await device.read(lead_id)).statusCode).toBe(404)
      expect((await device.link(lead_id)).statusCode).toBe(404)
    }
    expect((await other.read(2 ** 31)).statusCode).toBe(404)
  })
})

describe('by a mailed link', () => {
  test('it is continued on another device, which keeps what it had, and on the first as before', async () => {
    const [first, second] = [aDevice(), aDevice()]
    const lead_id = await first.begin()
    const own = await second.begin()
    expect((await first.link(lead_id)).statusCode).toBe(204)
    const { secret, to_address, locale, path, values } = await takeMail()
    expect({ to_address, path, values }).toEqual({
      to_address: email,
      path: '/new-electricity-customer',
      values: { until: '2026-11-14T10:00:00.000Z' },
    })
    expect(locale).toBe('es')

    second.jar.set('resume_link', secret)
    expect((await second.send({ ...payment, lead_id })).json()).toEqual({
      lead_id,
      status: 'OK',
      version: expect.any(String),
    })
    expect((await first.read(lead_id)).json()).toMatchObject({ steps_done: 2, steps: { 4: payment } })
    expect((await second.read(own)).statusCode).toBe(200)
    expect((await first.read(own)).statusCode).toBe(404)
  })

  test('it stores only the hash of the secret, and queues the mail with the link encrypted', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    await device.link(lead_id, { email, kind: 'dual' })
    const { secret, path, link } = await takeMail()
    expect(path).toBe('/new-dual-customer')
    expect(link).not.toContain(secret)
    const { resume_hash } = await portal.context.db
      .selectFrom('lead')
      .where('lead_id', '=', lead_id)
      .select('resume_hash')
      .executeTakeFirstOrThrow()
    expect(resume_hash).not.toContain(secret)
    const stranger = aDevice()
    stranger.jar.set('resume_link', resume_hash!)
    expect((await stranger.read(lead_id)).statusCode).toBe(404)
    stranger.jar.clear()
    stranger.jar.set('visitor', secret)
    expect((await stranger.read(lead_id)).statusCode).toBe(404)
  })

  test('it revokes the previous link, but not for the device that requested the new one', async () => {
    const [first, second, third] = [aDevice(), aDevice(), aDevice()]
    const lead_id = await first.begin()
    await first.link(lead_id)
    const { secret } = await takeMail()
    for (const device of [second, third]) device.jar.set('resume_link', secret)
    await second.link(lead_id)
    expect((await second.read(lead_id)).statusCode).toBe(200)
    expect((await third.read(lead_id)).statusCode).toBe(404)
    expect((await first.read(lead_id)).statusCode).toBe(200)
  })

  test('it returns the gas of a dual contract with its electricity', async () => {
    const [first, second] = [aDevice(), aDevice()]
    const electricityLeadId = await first.begin()
    const sent = await first.send({ ...payment, electricityLeadId }, sendGasStep)
    const gasLeadId = sent.json().lead_id
    await first.link(electricityLeadId)
    second.jar.set('resume_link', (await takeMail()).secret)
    expect((await second.read(electricityLeadId)).json()).toMatchObject({ kind: 'dual', gas_lead_id: gasLeadId })
    expect((await second.read(gasLeadId)).json()).toMatchObject({ kind: 'dual', gas_lead_id: null })
  })

  test('it ends with the lead', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    await device.link(lead_id)
    device.jar.set('resume_link', (await takeMail()).secret)
    await close(lead_id, { state: 'open', expires_at: start })
    expect((await device.read(lead_id)).statusCode).toBe(404)
    expect((await device.link(lead_id)).statusCode).toBe(404)
  })
})

describe('the unsent draft', () => {
  const halfPaid: SavedDraft = { payment: { iban: 'ES91 2100', isOwner: true }, yearKwh: { contract: '2900', gas: '' } }
  const leftOut: SavedDraft = {
    gas: {
      ...{ tariffId: null, productId: -1, isIncluded: false, cups: '', isSupplied: null, changesOwner: null },
      ...{ retailerId: null, invoices: [] },
    },
  }
  const halfTyped = (files: Partial<NonNullable<SavedDraft['person']>> = {}): SavedDraft => ({
    person: {
      ...{ taxId: '1234', name: 'Anna', surname1: '', surname2: '', mobile: '', email: '', language: 'es' },
      ...{ representative: { taxId: '', name: '', surname1: '', surname2: '' }, changesOwner: null },
      ...{ hasOtherAddress: false, address: emptyPlace, identityFront: [], identityBack: [], companyDocument: [] },
      ...files,
    },
  })
  const emptyPlace = {
    ...{ tv: 'CL', nv: '', pnp: '', bq: '', es: '', pt: '', pu: '', dp: '', ine: '', aclarador: '', ref_catastral: '' },
  }
  const anUpload = async () => (await uploadFileAs(portal, portal.anonymous, { name: 'dni.jpg' })).json().id as string

  test('is returned by the link until it is sent', async () => {
    const [first, second] = [aDevice(), aDevice()]
    const lead_id = await first.begin()
    expect((await first.keep(lead_id, halfPaid)).statusCode).toBe(200)
    await first.link(lead_id)
    second.jar.set('resume_link', (await takeMail()).secret)
    expect((await second.read(lead_id)).json().typed).toEqual(halfPaid)
    await second.send({ ...payment, lead_id })
    expect((await first.read(lead_id)).json()).toMatchObject({
      steps: { 4: payment },
      typed: { yearKwh: halfPaid.yearKwh },
    })
    expect((await first.read(lead_id)).json().typed).not.toHaveProperty('payment')
  })

  test('keeps its files, which are then sent with the step, and drops those that are gone', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    const [id, gone] = [await anUpload(), crypto.randomUUID()]
    await device.keep(lead_id, halfTyped({ identityFront: [id, gone] }))
    const { typed, files } = (await device.read(lead_id)).json()
    expect([typed.person.identityFront, files]).toEqual([[id], [{ id, name: 'dni.jpg', size_bytes: aPhoto.length }]])
    const sent = await device.send({ ...person, nif_faceup: [{ id }], lead_id })
    expect(sent.statusCode).toBe(200)
    expect((await device.read(lead_id)).json().steps[2].nif_faceup).toEqual([{ id }])
  })

  test('of gas moves to its own lead with the step, file included', async () => {
    const device = aDevice()
    const electricityLeadId = await device.begin()
    const id = await anUpload()
    const gas = { ...leftOut.gas!, isIncluded: true, invoices: [id] }
    await device.keep(electricityLeadId, { gas })
    const step = { ...payment, electricityLeadId }
    const { lead_id } = (await device.send(step, sendGasStep)).json()
    const moved = { ...installation(), invoice: [{ id }], lead_id }
    expect((await device.send(moved, sendGasStep)).statusCode).toBe(200)
    expect((await device.read(lead_id)).json().files).toMatchObject([{ id }])
    expect((await device.read(electricityLeadId)).json().files).toEqual([])
  })

  test('excludes gas that was sent before', async () => {
    const [first, second] = [aDevice(), aDevice()]
    const lead_id = await first.begin()
    await first.send({ ...payment, electricityLeadId: lead_id }, sendGasStep)
    await first.link(lead_id, { email, kind: 'dual' })
    const { secret } = await takeMail()
    await first.keep(lead_id, leftOut)
    second.jar.set('resume_link', secret)
    expect((await second.read(lead_id)).json().typed.gas.isIncluded).toBe(false)
  })

  test('is accepted for an own open lead only, up to the size of a form, and not from a read-only user', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    expect((await aDevice().keep(lead_id, halfPaid)).statusCode).toBe(404)
    for (const wrong of [{ payment: { iban: 'x'.repeat(301), isOwner: true } }, { others: {} }])
      expect((await device.keep(lead_id, wrong)).statusCode).toBe(400)
    await close(lead_id)
    const closed = await device.keep(lead_id, halfPaid)
    expect([closed.statusCode, closed.json().error.code]).toEqual([409, 'lead_closed'])
    const userId = await insertUser(portal.context.db)
    const own = await aDevice(await portal.as(userId)).begin()
    const looking = await aDevice(await portal.as(userId, { readonly: true })).keep(own, halfPaid)
    expect([looking.statusCode, looking.json().error.code]).toEqual([403, 'token_readonly'])
  })
})

describe('on two devices at once', () => {
  async function twoDevices() {
    const [first, second] = [aDevice(), aDevice()]
    const leadId = await first.begin()
    await first.link(leadId)
    second.jar.set('resume_link', (await takeMail()).secret)
    return { first, second, leadId }
  }
  const halfPaid = { payment: { iban: 'ES91', isOwner: true } }

  test('the second step from the same state is refused with the current state, also for visitors without an account', async () => {
    const { first, second, leadId } = await twoDevices()
    const seen = await second.version(leadId)
    const done = await first.sendSeen({ ...payment, lead_id: leadId }, seen)
    expect(done.json().version).toBe(await first.version(leadId))
    const other = { ...payment, bank: { iban: 'ES3620805295124842414659' }, lead_id: leadId }
    const refused = await second.sendSeen(other, seen)
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'changed_meanwhile'])
    expect(refused.json().current).toMatchObject({ lead_id: leadId, steps: { 4: payment } })
    expect((await first.read(leadId)).json().steps[4]).toEqual(payment)
    expect((await second.sendSeen(other, refused.json().current.version)).statusCode).toBe(200)
  })

  test('a draft on one device changes the version seen by the other, in either half of a dual contract', async () => {
    const { first, second, leadId } = await twoDevices()
    const seen = await second.version(leadId)
    const typed = await first.keep(leadId, { ...halfPaid, version: seen })
    expect(typed.json()).toEqual({ version: await second.version(leadId) })
    const gas = { ...payment, electricityLeadId: leadId }
    const refused = await second.sendSeen(gas, seen, sendGasStep)
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'changed_meanwhile'])
    const taken = await second.sendSeen(gas, refused.json().current.version, sendGasStep)
    expect(taken.json().version).toBe(await first.version(leadId))
    expect((await second.version(taken.json().lead_id)) === (await second.version(leadId))).toBe(true)
    expect((await first.keep(leadId, { ...halfPaid, version: typed.json().version })).statusCode).toBe(409)
  })

  test('no contract is made on an outdated draft', async () => {
    const { first, second, leadId } = await twoDevices()
    const seen = await second.version(leadId)
    await first.sendSeen({ ...payment, lead_id: leadId }, seen)
    const confirmation = { step: 5, accept_gdpr: true, accept_ov_conditions: true, confirm: true, lead_id: leadId }
    expect((await second.sendSeen(confirmation, seen)).json().error.code).toBe('changed_meanwhile')
    expect((await first.read(leadId)).json()).toMatchObject({ state: 'open' })
  })

  test('a stranger who sends a version learns nothing from it', async () => {
    const { first, leadId } = await twoDevices()
    const stranger = aDevice()
    const refused = await stranger.sendSeen({ ...payment, lead_id: leadId }, await first.version(leadId))
    expect(refused.statusCode).toBe(404)
    expect(refused.json()).not.toHaveProperty('current')
  })
})

describe('a lead whose contract exists', () => {
  test('returns its state only, and sends no more links', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    await close(lead_id)
    expect((await device.read(lead_id)).json()).toMatchObject({ state: 'sent', steps: {}, signature: null })
    const answer = await device.link(lead_id)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'lead_closed'])
  })

  test('leads its signer, and nobody else, to the signature', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db)
    const { contractId } = await insertContract(db, { customerId, state: 'esborrany' })
    const userId = await insertUser(db, { customerIds: [customerId] })
    const device = aDevice(await portal.as(userId))
    const lead_id = await device.begin()
    await close(lead_id, { customer_id: customerId, contract_id: contractId })
    const signature_id = crypto.randomUUID()
    await db
      .insertInto('signature')
      .values({
        customer_id: customerId,
        signature_id,
        subject_kind: 'contract',
        subject_id: contractId,
        contract_id: contractId,
        requested_by_user_id: userId,
        locale: 'es',
        title: 'Contract',
        document_key: 'k',
        document_sha256: 'h',
        state: 'waiting',
        created_at: start,
        expires_at: new Date('2026-11-14T10:00:00Z'),
      })
      .execute()
    const url = `/signature/${signature_id}`
    expect((await device.read(lead_id)).json()).toMatchObject({ signature: { id: signature_id, url } })

    const visitor = aDevice()
    visitor.jar.set('visitor', device.jar.get('visitor')!)
    expect((await visitor.read(lead_id)).json()).toMatchObject({ state: 'sent', signature: null })
  })
})

describe('refuses', () => {
  test('a link without an address, and repeated links to one address', async () => {
    const device = aDevice()
    const lead_id = await device.begin()
    const wrong = await device.link(lead_id, { email: 'anna' })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { email: [expect.any(String)] }])
    for (let mails = 0; mails < 3; mails++) expect((await device.link(lead_id)).statusCode).toBe(204)
    const answer = await device.link(lead_id, { email: 'ANNA@example.test' })
    expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'too_many_attempts'])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a link for a read-only user', async () => {
    const { db } = portal.context
    const userId = await insertUser(db)
    const lead_id = await aDevice(await portal.as(userId)).begin()
    const answer = await aDevice(await portal.as(userId, { readonly: true })).link(lead_id)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'token_readonly'])
  })
})
