import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { activateAccount } from '#domains/accounts/api.ts'
import { sendPendingMails } from '#domains/accounts/server/accounts-testing.ts'
import { recordConsent } from '#domains/consent/server/record-consent.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { findDutiesOf } from '#domains/duties/server/duty-store.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { decryptResumeLink } from '#domains/leads/server/resume-link.ts'
import { anAccount } from '#domains/session/server/session-testing.ts'
import {
  acceptSignatureAnnex,
  listSignatures,
  markSignatureSummaryRead,
  readSignature,
  sendSignatureCode,
  signDocument,
} from '#domains/signatures/api.ts'
import { downloadSignatureDocument } from '#domains/signatures/downloads.ts'
import { readGasSupply } from '#domains/supply-register/api.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { insertEndpoint } from '#domains/webhooks/server/endpoint-store.ts'
import type { Call } from '#kit/call.ts'
import { readPdfInfo, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import { sandboxTaxIds } from '#outside/applicant/sandbox-checks.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { agreementVersion } from '../agreements.ts'
import {
  mailLeadLink,
  readAgreements,
  readContracting,
  readIdentityCheck,
  readLead,
  readScoring,
  saveLeadDraft,
  sendElectricityStep,
  sendGasStep,
} from '../api.ts'
import type { SavedDraft } from '../saved-draft.ts'
import { cancelBonusReportDuty } from './bonus-report-duty.ts'
import { contractSignatureHandler } from './contract-signature-handler.ts'
import { readSummary, signWithMailedCode } from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
let portal: TestPortal
let product: { electricity: number; gas: number }
let supplies = 0

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now })
  const { db } = portal.context
  await importTowns(db, 'postcode,ine,municipality\n08500,08298,Vic\n')
  const sold = async (energy: 'electricity' | 'gas', tariff: string, prices: object) => {
    const { product_id } = await db
      .insertInto('product')
      .values({ energy, name: 'CLARA' })
      .returning('product_id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_price')
      .values({ product_id, tariff, valid_from: '2026-01-01', prices: JSON.stringify(prices) })
      .execute()
    await db.insertInto('offer').values({ product_id, descriptions: '{}', from_day: '2026-01-01' }).execute()
    return product_id
  }
  const powerPerKw = ['30', '1.4'].map((eur) => ({ per: 'year', eur }))
  product = {
    electricity: await sold('electricity', '2.0TD', {
      powerPerKw,
      energyEurPerKwh: ['0.21', '0.15', '0.11'],
      surplusEurPerKwh: null,
      discounts: { energy: '4' },
    }),
    gas: await sold('gas', 'RL.2', { fixed: { per: 'year', eur: '100' }, variableEurPerKwh: '0.06', discounts: {} }),
  }
  for (const path of ['electricity.enabled', 'gas.enabled', 'dual.enabled'])
    await portal.set(`contractation.${path}`, true)
  for (const path of ['dniRequired', 'invoiceRequired', 'selectComerOrigin', 'requireLeadConsent'])
    await portal.set(`contractation.${path}`, false)
})
beforeEach(() => portal.context.db.deleteFrom('visitor_throttle').execute())
afterAll(() => portal.close())

const address = { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' }
const aSupply = (distributor = '0021') => makeCups(distributor, String(990000001000 + ++supplies))

function steps(given: { cups?: string; taxId?: string; email?: string } = {}) {
  const { cups = aSupply(), taxId = '12345678Z', email = 'anna@example.test' } = given
  const installation = {
    step: 1 as const,
    cups: { name: cups },
    address,
    residence_type: 'habitual' as const,
    cnae: 986,
    active_contract: false,
    accept_morosity_verification: true,
    lead_consent: true,
  }
  const person = {
    step: 2 as const,
    owner: { type: 'F' as const, fisic_vat: taxId, first_name: 'Anna', surname1: 'Serra' },
    owner_address: { different_address: false, mobile: '600000101', email },
    commsLanguage: 'ca' as const,
  }
  const contract = {
    step: 3 as const,
    cups: { name: cups },
    power: 4.6,
    power2: 4.6,
    tarifa: product.electricity,
    tarifaATR: 18,
  }
  const payment = { step: 4 as const, bank: { iban: 'ES9121000418450200051332' }, owner_is_bank_owner: true }
  const confirmation = { step: 5 as const, accept_gdpr: true, accept_ov_conditions: true, confirm: true as const }
  return { installation, person, contract, payment, confirmation }
}

type Step = { step: number; lead_id?: number } & Record<string, unknown>

/** A browser session that stores the visitor's key. */
function browser(visitor = portal.anonymous) {
  const jar = new Map<string, string>()
  const headers = (): Record<string, string> =>
    jar.size > 0 ? { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') } : {}
  return {
    jar,
    async ask(FormConfirm: Step, definition: typeof sendElectricityStep | typeof sendGasStep = sendElectricityStep) {
      const answer = await visitor.sendRaw(definition, { body: { FormConfirm } } as never, {
        headers: headers(),
      })
      for (const { name, value } of answer.cookies) jar.set(name, value)
      return answer
    },
    read: (definition: typeof readScoring | typeof readIdentityCheck, leadId: number) =>
      visitor.sendRaw(definition, { params: { leadId: String(leadId) } } as never, { headers: headers() }),
    async go(definition: Call, leadId: number, body?: object) {
      const answer = await visitor.sendRaw(definition, { params: { leadId: String(leadId) }, body } as never, {
        headers: headers(),
      })
      for (const { name, value } of answer.cookies) jar.set(name, value)
      return answer
    },
  }
}

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

/** Sends all steps but the last, and returns the lead. */
async function fill(at: ReturnType<typeof browser>, all = steps()): Promise<number> {
  const begun = await at.ask(all.installation)
  const { lead_id } = begun.json()
  for (const step of [all.person, all.contract, all.payment])
    expect((await at.ask({ ...step, lead_id })).json()).toEqual({ lead_id, status: 'OK', version: expect.any(String) })
  return lead_id
}

const contractOf = (leadId: number) =>
  portal.context.db
    .selectFrom('lead')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.contract_id', '=', 'lead.contract_id')
        .onRef('contract.customer_id', '=', 'lead.customer_id'),
    )
    .where('lead_id', '=', leadId)
    .selectAll('contract')
    .select('lead.state as lead_state')
    .executeTakeFirstOrThrow()
/** Returns the text messages sent to a phone, newest last. */
async function textsTo(phone: string): Promise<string[]> {
  await sendPendingMails(portal)
  const folder = join(portal.context.config.dataFolder, 'sms')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.txt')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.filter((text) => text.startsWith(`To: ${phone}\n`))
}
const mailsTo = (kind: string) =>
  portal.context.db.selectFrom('outbox_message').where('kind', '=', kind).selectAll().execute()

test('returns the form configuration of the retailer', async () => {
  expect(await portal.anonymous.send(readContracting, {})).toMatchObject({
    electricity: true,
    dniRequired: false,
    cnae_default: { id: 986, code: '9820' },
  })
})

describe('an unknown household', () => {
  test('gets a draft, a prepared account and a mail with the way to sign, but no session', async () => {
    const at = browser()
    const lead_id = await fill(at)
    const answer = await at.ask({ ...steps().confirmation, lead_id })
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
    const at = browser()
    const own = steps()
    const installation = (switch_on: string) => ({ ...own.installation, active_contract: true, switch_on })
    expect((await at.ask(installation('2026-10-17'))).json().errors).toHaveProperty('switch_on')
    const person = { ...own.person, change_owner: false }
    const lead_id = await fill(at, { ...own, installation: installation('2026-10-28'), person } as typeof own)
    await at.ask({ ...own.confirmation, lead_id })
    expect(await contractOf(lead_id)).toMatchObject({ switch_on: '2026-10-28' })
  })

  test('may pay by card or transfer, for which no account is asked for or kept', async () => {
    for (const payment_means of ['card', 'transfer']) {
      const at = browser()
      const lead_id = await fill(at)
      const payment = { step: 4, lead_id, payment_means, bank: {}, owner_is_bank_owner: false }
      expect((await at.ask(payment)).statusCode).toBe(200)
      expect((await at.ask({ ...steps().confirmation, lead_id })).json()).toMatchObject({ status: 'OK' })
      expect(await contractOf(lead_id)).toMatchObject({ iban: null, payment_means })
    }
    const at = browser()
    const lead_id = await fill(at)
    const unknown = { step: 4, lead_id, payment_means: 'cash', bank: {}, owner_is_bank_owner: false }
    expect((await at.ask(unknown)).statusCode).toBe(400)
  })

  describe('without an e-mail address', () => {
    beforeAll(() => portal.set('contractation.emailRequired', false))
    afterAll(() => portal.set('contractation.emailRequired', true))

    const without = (taxId: string, mobile: string) => {
      const all = steps({ taxId, email: '' })
      const owner_address = { ...all.person.owner_address, mobile }
      return { ...all, person: { ...all.person, owner_address } }
    }
    const end = async (taxId: string, mobile: string) => {
      const at = browser()
      const lead_id = await fill(at, without(taxId, mobile))
      const { result, signature } = (await at.ask({ ...steps().confirmation, lead_id })).json()
      expect([signature, (await contractOf(lead_id)).state]).toEqual([null, 'esborrany'])
      return { body: result.render.body as string, lead_id }
    }

    test('gets a text message with a link, sets a password through it and signs with a code by text message', async () => {
      const { body, lead_id } = await end('00000020C', '600000120')
      expect(body).toContain('Revisa tu móvil')
      const text = (await textsTo('+34600000120')).at(-1)!
      expect(text).toContain('https://portal.example/')
      const secret = /activation_link=([\w-]+)/.exec(text)![1]!
      expect(text).toContain((await contractOf(lead_id)).name)

      const password = 'Camins-de-nit-42'
      await portal.anonymous.send(activateAccount, { body: { link: secret, password } })
      const { customer_id } = await contractOf(lead_id)
      const { db } = portal.context
      const customer = db.selectFrom('customer').where('customer_id', '=', customer_id)
      expect(await customer.select(['email', 'phone']).executeTakeFirst()).toEqual({
        email: null,
        phone: '+34600000120',
      })
      const claim = db.selectFrom('customer').where('customer_id', '=', customer_id).select('claimed_by_user_id')
      const visitor = await portal.as((await claim.executeTakeFirstOrThrow()).claimed_by_user_id!)
      const { items } = await visitor.send(listSignatures, {})
      const params = { signatureId: items[0]!.id }
      expect((await visitor.send(readSignature, { params })).channels).toEqual([
        { channel: 'sms', to: expect.any(String) },
      ])
      await readSummary(visitor, params.signatureId)
      await visitor.send(sendSignatureCode, { params, body: { channel: 'sms' } })
      const codeMessage = (await textsTo('+34600000120')).find((each) => !each.includes('https://'))!
      const code = /\d{6}/.exec(codeMessage.split('\n').at(-2)!)![0]
      await visitor.send(signDocument, { params, body: { code } })
      expect((await contractOf(lead_id)).signed_on).toBe('2026-10-15')
    })

    test('is called on a line that cannot receive text messages', async () => {
      const { body } = await end('00000021K', '938860000')
      expect(body).toContain('Te llamamos')
      expect(await textsTo('+34938860000')).toEqual([])
    })

    test('and with the tax id of a customer without an address is contacted on the phone on file only', async () => {
      const { db } = portal.context
      await insertCustomer(db, { tax_id: '00000022E', email: null, phone: '+34600000122' })
      const { body } = await end('00000022E', '600000999')
      expect(body).toBe((await end('00000023T', '600000998')).body)
      expect(await textsTo('+34600000999')).toEqual([])
      expect(await textsTo('+34600000122')).toHaveLength(1)
    })
  })

  test('with the tax id of a customer who cannot be contacted is not told that a mail was sent', async () => {
    const { db } = portal.context
    await insertCustomer(db, { tax_id: '00000024R', email: null, phone: null })
    const before = (await mailsTo('contracting.activateSupply')).length
    const at = browser()
    const lead_id = await fill(at, steps({ taxId: '00000024R', email: 'stranger@example.test' }))
    const { result } = (await at.ask({ ...steps().confirmation, lead_id })).json()
    expect(result.render.body).toContain('Si ya eres cliente')
    expect(await mailsTo('contracting.activateSupply')).toHaveLength(before)
  })

  test('is stored with tax id and phone in market format, and the postcode under either of its names', async () => {
    const at = browser()
    const all = steps({ taxId: '00000016-q' })
    const { dp, ...own } = address
    const owner_address = {
      ...all.person.owner_address,
      ...own,
      different_address: true,
      mobile: '600 00 01 01',
      zip: dp,
    }
    const lead_id = await fill(at, { ...all, person: { ...all.person, owner_address } as never })
    await at.ask({ ...all.confirmation, lead_id })
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
    const at = browser()
    const lead_id = await fill(at)
    await at.ask({ ...steps().confirmation, lead_id })
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
    const at = browser()
    const lead_id = await fill(at, steps({ taxId: '00000001R' }))
    const both = await Promise.all([1, 2].map(() => at.ask({ ...steps().confirmation, lead_id })))
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await at.ask({ ...steps().payment, lead_id })).json().error.code).toBe('lead_closed')
  })

  test('cannot continue a lead beyond the number range', async () => {
    const answer = await browser().ask({ ...steps().payment, lead_id: 2 ** 53 })
    expect([answer.statusCode, answer.json().message]).toEqual([400, 'invalid'])
  })

  test('is open once it is signed, and cancelled when it is not signed in time', async () => {
    const { db } = portal.context
    const [signed, left] = [browser(), browser()]
    const first = await fill(signed, steps({ taxId: '00000002W' }))
    const second = await fill(left, steps({ taxId: '00000003A' }))
    await signed.ask({ ...steps().confirmation, lead_id: first })
    await left.ask({ ...steps().confirmation, lead_id: second })
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
    const at = browser()
    const lead_id = await fill(at, steps({ taxId: '00000004G', email: 'stranger@example.test' }))
    const answer = await at.ask({ ...steps().confirmation, lead_id })
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
  const at = browser()
  const lead_id = await fill(at, steps({ taxId: '00000013J', email }))
  await at.ask({ ...steps().confirmation, lead_id })
  const { customer_id } = await contractOf(lead_id)
  const seen = await db.selectFrom('user_customer').where('customer_id', '=', customer_id).select('user_id').execute()
  expect(seen).toEqual([])
  const waiting = async (user: number) => (await (await portal.as(user)).send(listSignatures, {})).items
  expect(await waiting(userId)).toMatchObject([{ title: expect.stringContaining('L0') }])
  expect(await waiting(byNif)).toEqual([])
})

describe('a signed-in customer', () => {
  test('agrees to everything the first time, signs at once, and agrees to nothing a second time', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000005M' })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const given = () => visitor.send(readAgreements, {})
    const at = browser(visitor)
    const first = await fill(at, steps({ taxId: '00000005M' }))
    expect(await given()).toEqual({ accept_ov_conditions: false, accept_gdpr: false })
    const refused = await at.ask({ step: 5, confirm: true, lead_id: first })
    expect([refused.statusCode, Object.keys(refused.json().errors).sort()]).toEqual([
      400,
      ['accept_gdpr', 'accept_ov_conditions'],
    ])
    expect((await at.ask({ ...steps().confirmation, lead_id: first })).statusCode).toBe(200)
    expect(await given()).toEqual({ accept_ov_conditions: true, accept_gdpr: true })

    const lead_id = await fill(at, steps({ taxId: '00000005M' }))
    const answer = await at.ask({ step: 5, confirm: true, lead_id })
    const { signature } = answer.json()
    expect(signature.url).toBe(`/signature/${signature.id}`)
    expect(await visitor.send(readSignature, { params: { signatureId: signature.id } })).toMatchObject({
      state: 'waiting',
      title: expect.stringContaining('L0'),
    })
  })

  test.each([
    ['shows the yearly cost of a supply point in the register', true],
    ['shows no yearly cost of any other supply point', false],
  ])('reads a document that %s', async (_, isRegistered) => {
    const { db, files } = portal.context
    const cups = aSupply()
    const cups20 = cups.slice(0, 20)
    if (isRegistered) {
      const point = { cups20, energy: 'electricity', tariff_code: '018', postcode: '08500', in_file_of: '2026-10-01' }
      await db.insertInto('register_point').values(point).execute()
      const months = Array.from({ length: 12 }, (_, month) => String(month + 1).padStart(2, '0'))
      const [first, last] = [(month: string) => `2025-${month}-01`, (month: string) => `2025-${month}-28`]
      await db
        .insertInto('register_month')
        .values(
          months.map((month) => ({
            ...{ cups20, first_day: first(month), last_day: last(month) },
            energy_wh: [80_000, 60_000, 110_000],
          })),
        )
        .execute()
    }
    const taxId = isRegistered ? '00000014Z' : '00000015S'
    const customerId = await insertCustomer(db, { tax_id: taxId })
    const at = browser(await portal.as(await insertUser(db, { customerIds: [customerId] })))
    const lead_id = await fill(at, steps({ cups, taxId }))
    const { signature } = (await at.ask({ ...steps().confirmation, lead_id })).json()
    const { document_key } = await db
      .selectFrom('signature')
      .where('signature_id', '=', signature.id)
      .select('document_key')
      .executeTakeFirstOrThrow()
    const text = (await readPdfText(await buffer((await files.get(document_key))!))).replace(/\s+/g, ' ')
    const namesConsumption = /Amb un consum de 3\.000 kWh l’any.* són uns \d{3},\d\d €/.test(text)
    expect([namesConsumption, text.includes('Amb un consum')]).toEqual([isRegistered, isRegistered])
  })

  test('reads a summary of one page first, whose moments of sending and reading are kept with the evidence', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000016Q' })
    const userId = await insertUser(db, { customerIds: [customerId] })
    const visitor = await portal.as(userId)
    const at = browser(visitor)
    const lead_id = await fill(at, steps({ taxId: '00000016Q' }))
    const { signature } = (await at.ask({ ...steps().confirmation, lead_id })).json()
    const params = { signatureId: signature.id }
    const { summary } = await visitor.send(readSignature, { params })
    expect(summary).toMatchObject({ read_at: null, papers: [{ facts: expect.arrayContaining([]) }] })
    const query = { type: 'summary', disposition: 'inline' } as const
    const { rawPayload } = await visitor.sendRaw(downloadSignatureDocument, { params, query })
    expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(summary!.sha256)
    const info = await readPdfInfo(rawPayload)
    expect(info).toMatch(/Pages:\s+1\n/)

    const input = { params, body: { summary_sha256: summary!.sha256 } }
    const other = await portal.as(await insertUser(db))
    const readonly = await portal.as(userId, { readonly: true })
    const refused = [portal.anonymous, other, readonly].map((each) => each.sendRaw(markSignatureSummaryRead, input))
    expect((await Promise.all(refused)).map(({ statusCode }) => statusCode)).toEqual([401, 404, 403])
    const earlier = { params, body: { summary_sha256: '0'.repeat(64) } }
    expect((await visitor.sendRaw(markSignatureSummaryRead, earlier)).json().error.code).toBe('document_changed')
    const bad = { params, body: { summary_sha256: 'x' } }
    expect((await visitor.sendRaw(markSignatureSummaryRead, bad)).statusCode).toBe(400)

    expect((await visitor.send(markSignatureSummaryRead, input)).summary!.read_at).toBe('2026-10-15T10:00:00.000Z')
    await signWithMailedCode(portal, visitor, signature.id)
    const { evidence } = await db
      .selectFrom('signature')
      .where('signature_id', '=', signature.id)
      .select('evidence')
      .executeTakeFirstOrThrow()
    expect(evidence).toMatchObject({
      summary: { sha256: summary!.sha256, sentAt: expect.any(String), readAt: '2026-10-15T10:00:00.000Z' },
    })
    expect((await visitor.sendRaw(markSignatureSummaryRead, input)).json().error.code).toBe('already_signed')
  })

  test('renounces the social bonus with a paper of its own, which says what is lost in a year', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000017V' })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const at = browser(visitor)
    const own = steps({ taxId: '00000017V' })
    const contract = { ...own.contract, social_bonus: { discount_eur: 48.17 } }
    const lead_id = await fill(at, { ...own, contract })
    const { signature } = (await at.ask({ ...own.confirmation, lead_id })).json()
    const params = { signatureId: signature.id }
    const { annex } = await visitor.send(readSignature, { params })
    expect(annex).toMatchObject({ accepted_at: null, paper: { title: expect.stringContaining('Renúncia') } })
    expect(annex!.paper.facts.map(({ value }) => value)).toContain('144,51\u00a0€')
    await readSummary(visitor, signature.id)
    const code = await visitor.sendRaw(sendSignatureCode, { params, body: { channel: 'email' } })
    expect([code.statusCode, code.json().error.code]).toEqual([409, 'annex_unaccepted'])
    await visitor.send(acceptSignatureAnnex, { params, body: { annex_sha256: annex!.sha256 } })
    await signWithMailedCode(portal, visitor, signature.id)
    const query = { type: 'signed_annex' } as const
    const { rawPayload } = await visitor.sendRaw(downloadSignatureDocument, { params, query })
    expect(await readPdfText(rawPayload)).toContain('article 13.j')
    const { contract_id } = await db
      .selectFrom('signature')
      .where('signature_id', '=', signature.id)
      .select('contract_id')
      .executeTakeFirstOrThrow()
    const duties = await findDutiesOf(db, `signed_contract:${contract_id}`)
    // What was renounced in a month is reported within the next one.
    expect(duties.find(({ kind }) => kind === 'social_bonus_report')).toMatchObject({
      ...{ state: 'open', due_on: '2026-11-30', customer_id: customerId, contract_id },
    })
    const withdrawal = { customerId, contractId: contract_id!, now: portal.context.clock() }
    await cancelBonusReportDuty(db, withdrawal)
    const ended = (await findDutiesOf(db, `signed_contract:${contract_id}`)).filter(
      ({ state }) => state === 'cancelled',
    )
    expect(ended.map(({ kind }) => kind)).toEqual(['social_bonus_report'])
  })

  test.each([
    ['a second home', { residence_type: 'second' as const }, {}],
    ['more than 10 kW', {}, { power: 10.5, power2: 10.5 }],
  ])('renounces no social bonus for %s, which cannot have it', async (_, installation, contract) => {
    const { db } = portal.context
    const taxId = '00000025W'
    const known = await db.selectFrom('customer').where('tax_id', '=', taxId).select('customer_id').executeTakeFirst()
    const customerId = known?.customer_id ?? (await insertCustomer(db, { tax_id: taxId }))
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const at = browser(visitor)
    const own = steps({ taxId })
    const changed = {
      ...own,
      installation: { ...own.installation, ...installation },
      contract: { ...own.contract, ...contract, social_bonus: { discount_eur: null } },
    }
    const lead_id = await fill(at, changed as typeof own)
    const { signature } = (await at.ask({ ...own.confirmation, lead_id })).json()
    expect((await visitor.send(readSignature, { params: { signatureId: signature.id } })).annex).toBeNull()
  })

  test('finds the signed PDF with evidence at the contract, which is then open, and is told the next steps', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000012N' })
    const visitor = await portal.as(await insertUser(db, { customerIds: [customerId] }))
    const at = browser(visitor)
    const lead_id = await fill(at, steps({ taxId: '00000012N' }))
    const { signature } = (await at.ask({ ...steps().confirmation, lead_id })).json()
    const params = { signatureId: signature.id }
    const waiting = await contractOf(lead_id)
    const read = () =>
      visitor.send(listContracts, { query: { filter: `[["name","=","${waiting.name}"]]`, type: 'electricity' } })
    expect((await read()).items).toMatchObject([
      {
        state: 'esborrany',
        sign_date: null,
        waitingForSignature: ['contract'],
        bank_account: { id: 0 },
        attachments: [],
      },
    ])

    const refused = [
      await visitor.sendRaw(sendSignatureCode, { params, body: { channel: 'email' } }),
      await visitor.sendRaw(signDocument, { params, body: { code: '000000' } }),
    ]
    expect(refused.map((answer) => [answer.statusCode, answer.json().error.code])).toEqual([
      [409, 'summary_unread'],
      [409, 'summary_unread'],
    ])
    await signWithMailedCode(portal, visitor, signature.id)
    const { name } = waiting
    expect((await read()).items).toMatchObject([
      {
        state: 'esborrany',
        sign_date: '2026-10-15',
        waitingForSignature: [],
        attachments: [{ name: `Contracte d’electricitat ${name}`, category_name: 'Document signat' }],
      },
    ])
    const about = (mails: readonly { contract_id: number | null }[]) =>
      mails.filter(({ contract_id }) => contract_id === waiting.contract_id)
    expect(about(await mailsTo('contracting.signedNew'))).toHaveLength(1)
    expect(about(await mailsTo('signatures.signed'))).toMatchObject([
      { attachments: [{ fileName: `Contracte d’electricitat ${name} (signat).pdf` }] },
    ])
  })

  test('is refused as a read-only user', async () => {
    const { db } = portal.context
    const looking = await portal.as(await insertUser(db), { readonly: true })
    const answer = await browser(looking).ask(steps().installation)
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'token_readonly'])
  })
})

describe('agreements', () => {
  const said = async (kind: string) => {
    const rows = await portal.context.db
      .selectFrom('consent_entry')
      .where('subject_kind', '=', kind)
      .orderBy('consent_entry_id')
      .select(['purpose', 'agreed', 'subject', 'text_version', 'text_hash'])
      .execute()
    const newest = rows.filter(({ subject }) => subject === rows.at(-1)!.subject)
    return newest.map(({ purpose, agreed }) => [purpose, agreed])
  }

  test('are recorded with the step that gives them, and finally by the visitor’s address', async () => {
    const at = browser()
    const all = steps({ taxId: '00000008P', email: 'agrees@example.test' })
    const { lead_id } = (await at.ask(all.installation)).json()
    await at.ask({ ...all.installation, lead_id })
    expect(await said('visitor')).toEqual([
      ['lead_contact', true],
      ['solvency_check', true],
    ])
    for (const step of [all.person, all.contract, all.payment]) await at.ask({ ...step, lead_id })
    await at.ask({ ...all.confirmation, activate_publicity: false, lead_id })
    expect(await said('email')).toEqual([
      ['lead_contact', true],
      ['solvency_check', true],
      ['contract_terms', true],
      ['contract_data_protection', true],
      ['publicity', false],
    ])
  })

  test('are recorded once per customer, whose second contract requires none of them again', async () => {
    const at = browser(await portal.as(await insertUser(portal.context.db)))
    for (let contracts = 0; contracts < 2; contracts++) await at.ask(steps().installation)
    expect(await said('user')).toEqual([
      ['lead_contact', true],
      ['solvency_check', true],
    ])
  })

  test('are requested again from a customer who agreed to other texts', async () => {
    const { db } = portal.context
    const userId = await insertUser(db)
    const visitor = await portal.as(userId)
    const about = { subject: { kind: 'user', id: userId }, agreed: true, locale: 'es', requestId: 'r' } as const
    const agree = (purpose: string, version: string) =>
      recordConsent(db, { ...about, purpose, text: { version, words: 'Acepto' } }, now)
    await agree('contract_terms', '2020-01')
    await agree('contract_data_protection', agreementVersion)
    expect(await visitor.send(readAgreements, {})).toEqual({ accept_ov_conditions: false, accept_gdpr: true })

    const at = browser(visitor)
    const lead_id = await fill(at, steps({ taxId: '00000017V' }))
    const refused = await at.ask({ step: 5, confirm: true, lead_id })
    expect(Object.keys(refused.json().errors)).toEqual(['accept_ov_conditions'])
    await at.ask({ step: 5, accept_ov_conditions: true, confirm: true, lead_id })
    expect(await said('user')).toEqual([
      ['contract_terms', true],
      ['contract_data_protection', true],
      ['lead_contact', true],
      ['solvency_check', true],
      ['contract_terms', true],
    ])
    expect((await portal.anonymous.sendRaw(readAgreements, {})).statusCode).toBe(401)
  })

  test('are not recorded for a rejected step', async () => {
    const at = browser(await portal.as(await insertUser(portal.context.db)))
    const before = await said('user')
    expect((await at.ask({ ...steps().installation, cnae: 1 })).statusCode).toBe(400)
    expect(await said('user')).toEqual(before)
  })
})

describe('gas alone', () => {
  test('is contracted step by step by its own call, and waits for its signature', async () => {
    const at = browser()
    const cups = aSupply('0217')
    const { installation, person, payment, confirmation } = steps({
      cups,
      taxId: '00000018H',
      email: 'gas@example.test',
    })
    const send = (step: object) => at.ask(step as never, sendGasStep)
    const { lead_id } = (await send(installation)).json()
    const gas = { step: 3, cups: { name: cups }, active_contract: false, tarifa: product.gas, tarifaATR: 102 }
    for (const step of [person, gas, payment])
      expect((await send({ ...step, lead_id })).json()).toEqual({ lead_id, status: 'OK', version: expect.any(String) })
    expect((await send({ ...confirmation, lead_id })).json()).toMatchObject({ lead_id, status: 'OK', signature: null })
    expect(await contractOf(lead_id)).toMatchObject({
      ...{ energy: 'gas', tariff: 'RL.2', cups, power_watts: [], state: 'esborrany', lead_state: 'sent' },
    })
    const mails = await mailsTo('contracting.activateSupply')
    expect(mails.map(({ to_address }) => to_address)).toContain('gas@example.test')
  })

  test('has a toll and a gas product, and names the present supplier where there is one', async () => {
    const at = browser()
    const cups = aSupply('0217')
    const { installation } = steps({ cups })
    const { lead_id } = (await at.ask(installation as never, sendGasStep)).json()
    const gas = { step: 3, cups: { name: cups }, active_contract: true, tarifa: product.electricity, tarifaATR: 18 }
    const answer = await at.ask({ ...gas, lead_id } as never, sendGasStep)
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json().errors).sort()).toEqual(['change_owner', 'tarifa', 'tarifaATR'])
  })

  test('is refused with the CUPS of an electricity supply, its own or one from the register', async () => {
    const at = browser()
    const { db } = portal.context
    const all = steps()
    const electricityLeadId = await fill(at, all)
    const gas = { step: 3, active_contract: false, tarifa: product.gas, tarifaATR: 102 }
    const { name } = all.installation.cups
    const dual = await at.ask({ ...gas, cups: { name }, electricityLeadId } as never, sendGasStep)
    expect([dual.statusCode, Object.keys(dual.json().errors)]).toEqual([400, ['cups.name']])
    expect(dual.json().errors['cups.name'][0]).toContain('es de electricidad')

    const { cups } = await insertContract(db, { customerId: await insertCustomer(db) })
    const alone = await at.ask(steps({ cups }).installation as never, sendGasStep)
    expect(alone.json().errors['cups.name'][0]).toContain('es de electricidad')
    const looked = await portal.anonymous.send(readGasSupply, { params: { cups } })
    expect(looked).toMatchObject({ other_energy: 'electricity', cups_availability: { available: false } })
  })

  describe('of a dual contract whose electricity contract exists', () => {
    /** A contracted electricity lead with open gas, and another device that came by its link. */
    async function goneOnElsewhere(typed: SavedDraft = {}) {
      const [first, second] = [browser(), browser()]
      const { confirmation, ...all } = steps({ taxId: '00000021K' })
      const electricityLeadId = await fill(first, { ...all, confirmation })
      const cups = aSupply('0217')
      const gas = { step: 3, cups: { name: cups }, active_contract: false, tarifa: product.gas, tarifaATR: 102 }
      const gasLeadId = (await first.ask({ ...gas, electricityLeadId }, sendGasStep)).json().lead_id as number
      const body = { email: 'anna@example.test', kind: 'dual' as const }
      expect((await first.go(mailLeadLink, electricityLeadId, body)).statusCode).toBe(204)
      expect((await first.go(saveLeadDraft, electricityLeadId, typed)).statusCode).toBe(200)
      expect((await first.ask({ ...confirmation, lead_id: electricityLeadId })).json()).toMatchObject({ status: 'OK' })
      second.jar.set('resume_link', await mailedSecret())
      return { second, electricityLeadId, gasLeadId, gas, confirmation }
    }

    test('continues by the link, without the draft of the electricity, until its contract exists too', async () => {
      const { second, electricityLeadId, gasLeadId, gas, confirmation } = await goneOnElsewhere()
      const electricity = (await second.go(readLead, electricityLeadId)).json()
      expect(electricity).toMatchObject({ state: 'sent', steps: {}, typed: {}, gas_lead_id: gasLeadId })
      expect((await second.go(readLead, gasLeadId)).json()).toMatchObject({ state: 'open', steps: { 3: gas } })
      const half = { yearKwh: { contract: '', gas: '5000' } }
      expect((await second.go(saveLeadDraft, gasLeadId, half)).statusCode).toBe(200)
      expect((await second.go(readLead, gasLeadId)).json().typed).toEqual(half)
      expect((await second.go(mailLeadLink, electricityLeadId, { email: 'a@example.test' })).statusCode).toBe(204)
      second.jar.set('resume_link', await mailedSecret())
      const made = await second.ask({ ...confirmation, lead_id: gasLeadId } as never, sendGasStep)
      expect(made.json()).toMatchObject({ lead_id: gasLeadId, status: 'OK' })
      expect(await contractOf(gasLeadId)).toMatchObject({
        energy: 'gas',
        cups: gas.cups.name,
        iban: 'ES9121000418450200051332',
      })
      const answer = await second.go(mailLeadLink, electricityLeadId, { email: 'b@example.test' })
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
      expect((await second.go(readLead, gasLeadId)).json()).toMatchObject({ state: 'left', steps: {} })
    })
  })

  test('is refused where only electricity is sold', async () => {
    await portal.set('contractation.gas.enabled', false)
    await portal.set('contractation.dual.enabled', false)
    const answer = await browser().ask(steps().installation as never, sendGasStep)
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
    const at = browser()
    const supplied = { ...steps().installation, active_contract: true }
    const errorsOf = async (comer_origin: number | null) =>
      (await at.ask({ ...supplied, comer_origin })).json().errors as object | undefined
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
    const at = browser()
    const all = steps({ taxId: '00000019L' })
    const { lead_id } = (await at.ask(all.installation)).json()
    const contract = { ...all.contract, selfconsCode: '41', lead_id }
    expect(Object.keys((await at.ask(contract)).json().errors)).toEqual(['selfcons_attach'])
    const paper = { filename: 'cie.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }
    await at.ask({ ...all.person, lead_id })
    expect((await at.ask({ ...contract, selfcons_attach: [paper] })).statusCode).toBe(200)
    await at.ask({ ...all.payment, lead_id })
    await at.ask({ ...all.confirmation, lead_id })
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
    const at = browser()
    const all = steps({ taxId: '00000006Y' })
    const lead_id = await fill(at, all)
    const begun = await at.ask(
      {
        step: 3,
        electricityLeadId: lead_id,
        cups: { name: aSupply('0217') },
        active_contract: false,
        tarifa: product.gas,
        tarifaATR: 102,
      } as never,
      sendGasStep,
    )
    const gasLeadId = begun.json().lead_id
    await at.ask({ ...all.confirmation, lead_id })
    const answer = await at.ask({ ...all.confirmation, lead_id: gasLeadId } as never, sendGasStep)
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

describe('checks of the holder', () => {
  test.each([
    [sandboxTaxIds.badScore, 'bad_score', { scoring: false }],
    ['00000007F', null, { scoring: true }],
  ])('for %s result in %j', async (taxId, code, scoring) => {
    const at = browser()
    const lead_id = await fill(at, steps({ taxId }))
    expect((await at.read(readScoring, lead_id)).json()).toEqual(scoring)
    expect((await at.read(readIdentityCheck, lead_id)).json()).toEqual({ dni_valid: true })
    const answer = await at.ask({ ...steps().confirmation, lead_id })
    expect(answer.json().error?.code ?? null).toBe(code)
  })

  test('refuse nobody because a bureau does not answer', async () => {
    const at = browser()
    const lead_id = await fill(at, steps({ taxId: sandboxTaxIds.unavailable }))
    const scoring = await at.read(readScoring, lead_id)
    expect([scoring.statusCode, scoring.json().error.code]).toEqual([503, 'check_unavailable'])
    expect((await at.ask({ ...steps().confirmation, lead_id })).statusCode).toBe(200)
  })

  test('stop at a document of another person until the right one is sent', async () => {
    const at = browser()
    const all = steps({ taxId: sandboxTaxIds.anotherName })
    const lead_id = await fill(at, all)
    const nif_faceup = [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }]
    expect((await at.ask({ ...all.person, nif_faceup, lead_id })).statusCode).toBe(200)
    expect((await at.read(readIdentityCheck, lead_id)).json()).toEqual({ dni_valid: false })
    const refused = await at.ask({ ...all.confirmation, lead_id })
    expect([refused.statusCode, refused.json().error.code]).toEqual([409, 'identity_mismatch'])

    const { person, confirmation } = steps({ taxId: '00000009D' })
    await at.ask({ ...person, nif_faceup, lead_id })
    expect((await at.ask({ ...confirmation, lead_id })).statusCode).toBe(200)
  })

  test('query a document again where its bureau does not answer', async () => {
    const at = browser()
    const all = steps({ taxId: sandboxTaxIds.unavailable })
    const nif_faceup = [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }]
    const { lead_id } = (await at.ask(all.installation)).json()
    await at.ask({ ...all.person, nif_faceup, lead_id })
    const answer = await at.read(readIdentityCheck, lead_id)
    expect([answer.statusCode, answer.json().error.code]).toEqual([503, 'check_unavailable'])
  })

  test('are rate limited', async () => {
    const at = browser()
    const { lead_id } = (await at.ask(steps().installation)).json()
    for (const check of [readScoring, readIdentityCheck]) {
      for (let attempt = 0; attempt < 30; attempt++) await at.read(check, lead_id)
      const answer = await at.read(check, lead_id)
      expect([answer.statusCode, answer.json().error.code]).toEqual([429, 'too_many_attempts'])
    }
  })

  test('are not made without an authorisation', async () => {
    await portal.set('contractation.mustAcceptMorosityVerification', false)
    const at = browser()
    const all = steps({ taxId: sandboxTaxIds.badScore })
    const begun = await at.ask({ ...all.installation, accept_morosity_verification: false })
    const { lead_id } = begun.json()
    await at.ask({ ...all.person, lead_id })
    expect((await at.read(readScoring, lead_id)).json()).toEqual({ scoring: true })
    await portal.set('contractation.mustAcceptMorosityVerification', true)
  })
})

describe('refuses', () => {
  test('a lead of another visitor as not found', async () => {
    const lead_id = await fill(browser())
    const other = browser()
    expect((await other.ask({ ...steps().person, lead_id })).statusCode).toBe(404)
    expect((await other.read(readScoring, lead_id)).statusCode).toBe(404)
    expect((await other.read(readIdentityCheck, lead_id)).statusCode).toBe(404)
  })

  test('a wrong field by its path, without losing the stored steps', async () => {
    const at = browser()
    const all = steps()
    const { lead_id } = (await at.ask(all.installation)).json()
    const wrong = { ...all.person, owner: { ...all.person.owner, fisic_vat: '12345678A' }, lead_id }
    const answer = await at.ask(wrong)
    expect([answer.statusCode, answer.json().errors]).toEqual([400, { 'owner.fisic_vat': [expect.any(String)] }])
    expect((await at.ask({ ...all.person, lead_id })).statusCode).toBe(200)
  })

  test('the last step before the others', async () => {
    const at = browser()
    const { lead_id } = (await at.ask(steps().installation)).json()
    const answer = await at.ask({ ...steps().confirmation, lead_id })
    expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'lead_incomplete'])
  })

  test('a supply that the retailer already has', async () => {
    const { db } = portal.context
    const { cups } = await insertContract(db, { customerId: await insertCustomer(db) })
    const answer = await browser().ask(steps({ cups }).installation)
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, 'cups_unavailable'])
  })

  test('a product that is not on offer, and an invalid code', async () => {
    const at = browser()
    const all = steps()
    const { lead_id } = (await at.ask(all.installation)).json()
    const answer = await at.ask({ ...all.contract, lead_id, tarifa: product.gas, promotional_code: ['NONE'] })
    expect(Object.keys(answer.json().errors).sort()).toEqual(['promotional_code', 'tarifa'])
  })

  test('a code of another product, which stays unused', async () => {
    const names = JSON.stringify({ es: 'Gas' })
    const { db } = portal.context
    const campaign = {
      names,
      descriptions: names,
      public_code: 'GAS4',
      from_day: '2026-01-01',
      product_id: product.gas,
    }
    await db.insertInto('campaign').values(campaign).execute()
    const at = browser()
    const all = steps()
    const { lead_id } = (await at.ask(all.installation)).json()
    const answer = await at.ask({ ...all.contract, lead_id, promotional_code: ['GAS4'] })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([400, ['promotional_code']])
    expect(answer.json().errors.promotional_code[0]).toContain('no es para el producto')
    await db.deleteFrom('campaign').where('public_code', '=', 'GAS4').execute()
  })

  test('the second of two concurrent uses of a code’s last redemption, which can continue without it', async () => {
    const names = JSON.stringify({ es: 'Uno' })
    await portal.context.db
      .insertInto('campaign')
      .values({ names, descriptions: names, public_code: 'LAST1', from_day: '2026-01-01', most_redemptions: 1 })
      .execute()
    const two = [browser(), browser()]
    const given = ['00000010X', '00000011B'].map((taxId) => steps({ taxId }))
    const leads = await Promise.all(
      two.map(async (at, index) => {
        const all = given[index]!
        return fill(at, { ...all, contract: { ...all.contract, promotional_code: ['last1'] } as never })
      }),
    )
    const confirm = (index: number) => two[index]!.ask({ ...given[index]!.confirmation, lead_id: leads[index]! })
    const answers = await Promise.all([confirm(0), confirm(1)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    const loser = answers.findIndex(({ statusCode }) => statusCode === 400)
    expect(answers[loser]!.json()).toMatchObject({
      error: { code: 'promocode_invalid' },
      errors: { promotional_code: [expect.any(String)] },
    })
    await two[loser]!.ask({ ...given[loser]!.contract, lead_id: leads[loser]! })
    expect((await confirm(loser)).statusCode).toBe(200)
  })

  test('every user where contracting is off, and visitors where it is for customers only', async () => {
    await portal.set('contractation.authenticate', true)
    expect((await browser().ask(steps().installation)).json().error.code).toBe('contracting_needs_session')
    await portal.set('contractation.authenticate', false)
    await portal.set('contractation.electricity.enabled', false)
    await portal.set('contractation.dual.enabled', false)
    expect((await browser().ask(steps().installation)).json().error.code).toBe('contracting_off')
    await portal.set('contractation.electricity.enabled', true)
    await portal.set('contractation.dual.enabled', true)
  })

  test('a visitor who queries one supply after the other, also as gas', async () => {
    const at = browser()
    const { lead_id } = (await at.ask(steps().installation)).json()
    for (let visit = 0; visit < 29; visit++) await at.ask({ ...steps().installation, lead_id, cnae: 1 })
    expect((await at.ask({ ...steps().installation, lead_id })).statusCode).toBe(429)
    const gas = {
      step: 3,
      cups: { name: aSupply('0217') },
      active_contract: false,
      tarifa: product.gas,
      tarifaATR: 102,
    }
    expect((await at.ask({ ...gas, lead_id } as never, sendGasStep)).statusCode).toBe(429)
  })

  test('a visitor who starts over too often, while one supply can be sent as often as a form needs', async () => {
    const at = browser()
    const { installation } = steps()
    const { lead_id } = (await at.ask(installation)).json()
    for (let visit = 0; visit < 40; visit++) expect((await at.ask({ ...installation, lead_id })).statusCode).toBe(200)
    for (let visit = 1; visit < 60; visit++) await at.ask({ ...installation, cnae: 1 })
    expect((await at.ask(installation)).statusCode).toBe(429)
  })
})

test('stores the details of a company that is called back and nothing more', async () => {
  await portal.set('contractation.businessHaltContractation', true)
  const at = browser()
  const all = steps()
  const { lead_id } = (await at.ask(all.installation)).json()
  const owner = {
    ...{ type: 'J' as const, name: 'Taller SL', juridic_vat: 'A58818501' },
    ...{ rep_vat: '12345678Z', rep_name: 'Anna', rep_surname1: 'Serra' },
  }
  const upload = { filename: 'company.pdf', content: Buffer.from('%PDF-1.4\n%%EOF').toString('base64') }
  const sent = await at.ask({ ...all.person, owner, cif: [upload], lead_id })
  expect(sent.json()).toEqual({ lead_id, status: 'OK', version: expect.any(String) })
  const answer = await at.ask({ ...all.confirmation, lead_id })
  expect(answer.json()).toMatchObject({ status: 'OK', signature: null })
  const lead = await portal.context.db.selectFrom('lead').where('lead_id', '=', lead_id).selectAll().executeTakeFirst()
  expect(lead).toMatchObject({ state: 'sent', contract_id: null, name: 'Taller SL' })
  expect(await mailsTo('contracting.received')).toHaveLength(1)
  await portal.set('contractation.businessHaltContractation', false)
})
