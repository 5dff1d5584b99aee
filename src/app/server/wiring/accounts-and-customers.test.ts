import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmCustomerClaim } from '#backoffice/customers/api.ts'
import { activateAccount, signUp } from '#domains/accounts/api.ts'
import { secretIn, sendPendingMails } from '#domains/accounts/server/accounts-testing.ts'
import { sendElectricityStep } from '#domains/contracting/api.ts'
import { readSummary } from '#domains/contracting/server/contracting-testing.ts'
import { listContracts } from '#domains/contracts/api.ts'
import { importContracts } from '#domains/contracts/server/import-contracts.ts'
import { importTowns } from '#domains/geo/server/import-towns.ts'
import { createTestOperator } from '#domains/operators/desk/server/testing.ts'
import { personalDataRules } from '#domains/profile/server/personal-data-rules.ts'
import { logIn } from '#domains/session/api.ts'
import { createUnlinkedAccount, linkIdentity, mergeAccount } from '#domains/session/server/openid/identity-store.ts'
import { anAccount } from '#domains/session/server/session-testing.ts'
import { saveUpstreamUser } from '#domains/session/server/upstream/upstream-store.ts'
import { listSignatures, readSignature, sendSignatureCode, signDocument } from '#domains/signatures/api.ts'
import { expireSignature } from '#domains/signatures/server/signature-jobs.ts'
import { readMailedCode } from '#domains/signatures/server/signatures-testing.ts'
import { aPhoto } from '#domains/uploads/server/uploads-testing.ts'
import { makeCups } from '#vocabulary/cups.ts'
import { msPerDay } from '#vocabulary/durations.ts'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '../testing/builders.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { signatureHandlers } from './mount-signatures.ts'

/* Verifies each row of docs/accounts-and-customers.md. */

const now = new Date('2026-10-15T10:00:00Z')
const inTime = (days: number) => new Date(now.getTime() + days * msPerDay)
const chosen = 'Camins-de-nit-42'
const stranger = 'stranger@example.test'
let portal: TestPortal
let tarifa: number
let numbers = 0

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now })
  const { db } = portal.context
  await importTowns(db, 'postcode,ine,municipality\n08500,08298,Vic\n')
  const { product_id } = await db
    .insertInto('product')
    .values({ energy: 'electricity', name: 'CLARA' })
    .returning('product_id')
    .executeTakeFirstOrThrow()
  tarifa = product_id
  const powerPerKw = ['30', '1.4'].map((eur) => ({ per: 'year', eur }))
  const prices = { powerPerKw, energyEurPerKwh: ['0.21', '0.15', '0.11'], surplusEurPerKwh: null, discounts: {} }
  await db
    .insertInto('product_price')
    .values({ product_id, tariff: '2.0TD', valid_from: '2026-01-01', prices: JSON.stringify(prices) })
    .execute()
  await db.insertInto('offer').values({ product_id, descriptions: '{}', from_day: '2026-01-01' }).execute()
  await portal.set('contractation.electricity.enabled', true)
  for (const path of ['dniRequired', 'invoiceRequired', 'selectComerOrigin', 'requireLeadConsent'])
    await portal.set(`contractation.${path}`, false)
})
beforeEach(async () => {
  portal.setClock(now)
  const { db } = portal.context
  await db.deleteFrom('visitor_throttle').execute()
  await db.deleteFrom('outbox_message').execute()
})
afterAll(() => portal.close())

/** Returns an unused NIF. */
function aNif(): string {
  const number = 20_000_000 + ++numbers
  return `${number}${'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}`
}

type Form = { taxId: string; email?: string; company?: boolean; photo?: boolean; mobile?: string }
const address = { dp: '08500', ine: '08298', state: '08', poblacio: 'Vic', tv: 'CL', nv: 'Major', pnp: '7' }

/** Completes a contract, as an anonymous visitor or with an account. */
async function contract(form: Form, userId?: number) {
  const { taxId, email = stranger, company = false, photo = false, mobile = '600000101' } = form
  const visitor = userId === undefined ? portal.anonymous : await portal.as(userId)
  const cups = { name: makeCups('0021', String(990000002000 + ++numbers)) }
  const person = { first_name: 'Anna', surname1: 'Serra' }
  const owner = company
    ? {
        ...{ type: 'J', name: 'Taller SL', juridic_vat: taxId },
        ...{ rep_vat: '12345678Z', rep_name: 'Anna', rep_surname1: 'Serra' },
      }
    : { type: 'F', fisic_vat: taxId, ...person }
  const image = [{ filename: 'dni.jpg', content: aPhoto.toString('base64') }]
  const steps = [
    {
      ...{ step: 1, cups, address, residence_type: 'habitual', cnae: 986, active_contract: false },
      ...{ accept_morosity_verification: true, lead_consent: true },
    },
    {
      ...{ step: 2, owner, owner_address: { different_address: false, mobile, email }, commsLanguage: 'ca' },
      ...(photo && { nif_faceup: image }),
      ...(company && { cif: image }),
    },
    { step: 3, cups, power: 4.6, power2: 4.6, tarifa, tarifaATR: 18 },
    { step: 4, bank: { iban: 'ES9121000418450200051332' }, owner_is_bank_owner: true },
    { step: 5, accept_gdpr: true, accept_ov_conditions: true, confirm: true },
  ]
  const jar = new Map<string, string>()
  let lead_id: number | undefined
  for (const step of steps) {
    const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
    const answer = await visitor.sendRaw(
      sendElectricityStep,
      { body: { FormConfirm: { ...step, lead_id } } } as never,
      {
        headers,
      },
    )
    expect([step.step, answer.statusCode, answer.json().errors]).toEqual([step.step, 200, undefined])
    for (const { name, value } of answer.cookies) jar.set(name, value)
    lead_id = answer.json().lead_id
  }
  const { customer_id, contract_id } = await portal.context.db
    .selectFrom('lead')
    .where('lead_id', '=', lead_id!)
    .select(['customer_id', 'contract_id'])
    .executeTakeFirstOrThrow()
  return { leadId: lead_id!, customerId: customer_id!, contractId: contract_id! }
}

/** Sets a password with the link sent to a mailbox, and returns the account. */
async function activate(mailbox: string): Promise<number> {
  const mail = (await sendPendingMails(portal)).find(
    ({ to, text }) => to === mailbox && text.includes('activation_link='),
  )
  await portal.anonymous.send(activateAccount, { body: { link: secretIn(mail!), password: chosen } })
  const { db } = portal.context
  return (await db.selectFrom('user_account').where('email', '=', mailbox).select('user_id').executeTakeFirstOrThrow())
    .user_id
}

async function sign(userId: number) {
  const visitor = await portal.as(userId)
  const { items } = await visitor.send(listSignatures, {})
  const params = { signatureId: items[0]!.id }
  expect((await visitor.send(readSignature, { params })).state).toBe('waiting')
  await readSummary(visitor, params.signatureId)
  await visitor.send(sendSignatureCode, { params, body: { channel: 'email' } })
  return visitor.sendRaw(signDocument, { params, body: { code: await readMailedCode(portal, params.signatureId) } })
}

const waitingFor = async (userId: number) => (await (await portal.as(userId)).send(listSignatures, {})).items.length

const accountsOf = async (customerId: number) =>
  (
    await portal.context.db
      .selectFrom('user_customer')
      .where('customer_id', '=', customerId)
      .select('user_id')
      .orderBy('user_id')
      .execute()
  ).map(({ user_id }) => user_id)
const knownAs = (taxId: string) =>
  portal.context.db.selectFrom('customer').where('tax_id', '=', taxId).selectAll().executeTakeFirst()
const contractsOf = async (userId: number) =>
  (await (await portal.as(userId)).send(listContracts, { query: { type: 'electricity' } })).items.map(
    ({ name }) => name,
  )
const nameOf = async (contractId: number) =>
  (
    await portal.context.db
      .selectFrom('contract')
      .where('contract_id', '=', contractId)
      .select('name')
      .executeTakeFirstOrThrow()
  ).name
const mailboxes = async () =>
  (await portal.context.db.selectFrom('outbox_message').select('to_address').execute()).map((mail) => mail.to_address)

const makeCustomer = (taxId: string) => ({
  taxId,
  name: 'Anna Serra Puig',
  fiscalAddress: 'Carrer Nou, 3 - 08500 Vic',
  email: 'anna@example.org',
  phone: '+34600000777',
})
const signUpBy = async (nif: string, name: string, invoiceNumber: string) => {
  const typed = { nif, contract: name, invoiceNumber, email: stranger, email2: stranger, phone: '+34612345678' }
  await portal.anonymous.send(signUp, { body: { ...typed, accept_conditions: true, accept_gdpr: true } })
  return (await sendPendingMails(portal)).filter(({ text }) => text.includes('activation_link='))
}

/** The actions of each way, by its name in the document. */
const ways: Record<string, () => Promise<void>> = {
  async 'Import: a user'() {
    const { db } = portal.context
    const [first, second] = [aNif(), aNif()]
    const customers = [makeCustomer(first), makeCustomer(second)]
    const user = { login: `anna${numbers}`, email: 'anna@example.org', name: 'Anna' }
    await importContracts(db, { customers, users: [{ ...user, customers: [first] }] })
    const [one, two] = [(await knownAs(first))!.customer_id, (await knownAs(second))!.customer_id]
    const [account] = await accountsOf(one)
    expect([account === undefined, await accountsOf(two)]).toEqual([false, []])
    await importContracts(db, { users: [{ ...user, customers: [second] }] })
    expect([await accountsOf(one), await accountsOf(two)]).toEqual([[], [account]])
  },

  async 'Import: a customer'() {
    const { db } = portal.context
    const taxId = aNif()
    const ben = await insertUser(db)
    const draft = await contract({ taxId, mobile: '600000666' }, ben)
    await importContracts(db, { customers: [makeCustomer(taxId)] })
    const known = (await knownAs(taxId))!
    expect(known).toMatchObject({ name: 'Anna Serra Puig', email: 'anna@example.org', phone: '+34600000777' })
    expect(known.customer_id).not.toBe(draft.customerId)
    expect([await accountsOf(known.customer_id), await waitingFor(ben)]).toEqual([[], 0])
    expect(await accountsOf(draft.customerId)).toEqual([])
    const addresses = await db
      .selectFrom('address')
      .where('customer_id', '=', known.customer_id)
      .select('email')
      .execute()
    expect(addresses).toEqual([])
  },

  async 'Import: a contract signed here'() {
    const { db } = portal.context
    const taxId = aNif()
    const ben = await insertUser(db)
    const draft = await contract({ taxId }, ben)
    await sign(ben)
    const { cups, name } = await db
      .selectFrom('contract')
      .where('contract_id', '=', draft.contractId)
      .select(['cups', 'name'])
      .executeTakeFirstOrThrow()
    const report = await importContracts(db, {
      customers: [makeCustomer(taxId)],
      contracts: [
        {
          ...{ name, customer: taxId, supplyPoint: cups, state: 'activa', signedOn: '2026-10-15' },
          ...{ startsOn: '2026-10-20', tariff: '2.0TD', product: 'CLARA', powerWatts: [4600, 4600] },
        },
      ],
    })
    expect(report.refusals).toEqual([])
    expect(await knownAs(taxId)).toMatchObject({
      ...{ customer_id: draft.customerId, name: 'Anna Serra Puig', email: 'anna@example.org' },
      claimed_tax_id: null,
    })
    expect(await accountsOf(draft.customerId)).toEqual([ben])
  },

  async 'Sign-up'() {
    const { db } = portal.context
    const taxId = aNif()
    const customerId = await insertCustomer(db, { tax_id: taxId })
    const made = await insertContract(db, { customerId })
    await insertInvoice(db, { contract: made, number: `FE26/${numbers}` })
    expect(await signUpBy(taxId, made.name, 'FE26/0')).toEqual([])
    const [mail] = await signUpBy(taxId, made.name, `FE26/${numbers}`)
    expect(await accountsOf(customerId)).toEqual([])
    await portal.anonymous.send(activateAccount, { body: { link: secretIn(mail!), password: chosen } })
    expect(await accountsOf(customerId)).toHaveLength(1)
    await db.updateTable('user_account').set({ email: 'a@example.org' }).where('email', '=', stranger).execute()
  },

  async 'Sign-up with the number of a draft'() {
    const { db } = portal.context
    await portal.set('signup.invoiceNumberField', false)
    const taxId = aNif()
    await insertCustomer(db, { tax_id: taxId, email: 'known@example.org' })
    const draft = await contract({ taxId })
    await db.deleteFrom('outbox_message').execute()
    expect(await signUpBy(taxId, await nameOf(draft.contractId), '')).toEqual([])
    const claimed = aNif()
    const claim = await contract({ taxId: claimed, email: 'other@example.test' })
    await db.deleteFrom('outbox_message').execute()
    expect(await signUpBy(claimed, await nameOf(claim.contractId), '')).toEqual([])
    await portal.set('signup.invoiceNumberField', true)
  },

  async 'A contract by an account of the customer'() {
    const { db } = portal.context
    const taxId = aNif()
    const customerId = await insertCustomer(db, { tax_id: taxId, email: 'known@example.org' })
    const anna = await insertUser(db, { customerIds: [customerId] })
    expect((await contract({ taxId }, anna)).customerId).toBe(customerId)
    await sign(anna)
    expect(await accountsOf(customerId)).toEqual([anna])
  },

  async 'A contract with the tax id of a customer, by anybody else'() {
    const { db } = portal.context
    const taxId = aNif()
    const onFile = { email: 'on-file@example.org', phone: '+34600000777' }
    const customerId = await insertCustomer(db, { tax_id: taxId, ...onFile })
    const ben = await insertUser(db)
    const draft = await contract({ taxId, mobile: '600000666', photo: true }, ben)
    await contract({ taxId, mobile: '600000666' })
    expect(draft.customerId).toBe(customerId)
    expect([await accountsOf(customerId), await waitingFor(ben), await contractsOf(ben)]).toEqual([[], 0, []])
    expect(await mailboxes()).toContain(onFile.email)
    expect(await mailboxes()).not.toContain(stranger)
    const letters = await db.selectFrom('address').where('customer_id', '=', customerId).selectAll().execute()
    expect(letters).toMatchObject([onFile])
    const anna = await activate(onFile.email)
    expect(await accountsOf(customerId)).toEqual([anna])
  },

  async 'A link to sign, of a mailbox that is no longer on file'() {
    const { db } = portal.context
    const taxId = aNif()
    const customerId = await insertCustomer(db, { tax_id: taxId, email: 'before@example.org' })
    await contract({ taxId })
    const mail = (await sendPendingMails(portal)).find(({ to }) => to === 'before@example.org')!
    await importContracts(db, { customers: [makeCustomer(taxId)] })
    const body = { link: secretIn(mail), password: chosen }
    expect((await portal.anonymous.sendRaw(activateAccount, { body })).json().error.code).toBe('link_over')
    expect(await accountsOf(customerId)).toEqual([])
  },

  async 'A draft with a tax id that no customer has'() {
    const { db } = portal.context
    const taxId = aNif()
    const ben = await insertUser(db)
    const byBen = await contract({ taxId }, ben)
    const byMail = await contract({ taxId, email: 'anna@example.net' })
    expect(byMail.customerId).not.toBe(byBen.customerId)
    expect(await mailboxes()).toContain('anna@example.net')
    const anna = await activate('anna@example.net')
    for (const [userId, { customerId }] of [
      [ben, byBen],
      [anna, byMail],
    ] as const) {
      expect([await accountsOf(customerId), await contractsOf(userId)]).toEqual([[], []])
      expect(await waitingFor(userId)).toBe(1)
    }
    expect(await knownAs(taxId)).toBeUndefined()
    const login = await db.selectFrom('user_account').where('user_id', '=', anna).select('login').executeTakeFirst()
    expect(login).toEqual({ login: 'anna@example.net' })
  },

  async 'Its signature, with an identity document that fits'() {
    const { db } = portal.context
    const taxId = aNif()
    const ben = await insertUser(db)
    const others = await contract({ taxId, mobile: '600000666' }, ben)
    const own = await contract({ taxId, email: 'anna@example.com', photo: true })
    const anna = await activate('anna@example.com')
    expect((await sign(anna)).statusCode).toBe(200)
    expect(await knownAs(taxId)).toMatchObject({
      ...{ customer_id: own.customerId, email: 'anna@example.com', phone: '+34600000101' },
    })
    expect([await accountsOf(own.customerId), await accountsOf(others.customerId)]).toEqual([[anna], []])
    expect([await contractsOf(anna), await contractsOf(ben)]).toEqual([[await nameOf(own.contractId)], []])
    expect(await waitingFor(ben)).toBe(0)
    for (const user of [taxId, 'anna@example.com'])
      expect((await portal.anonymous.sendRaw(logIn, { body: { user, password: chosen } })).statusCode).toBe(200)
  },

  async 'Its signature, without'() {
    const { db } = portal.context
    const taxId = aNif()
    const ben = await insertUser(db)
    const draft = await contract({ taxId }, ben)
    expect((await sign(ben)).statusCode).toBe(200)
    expect(await contractsOf(ben)).toEqual([await nameOf(draft.contractId)])
    await importContracts(db, { customers: [makeCustomer(taxId)] })
    const { customer_id } = (await knownAs(taxId))!
    await insertContract(db, { customerId: customer_id })
    expect(await accountsOf(customer_id)).toEqual([])
    expect(await contractsOf(ben)).toEqual([await nameOf(draft.contractId)])
    const again = await contract({ taxId }, ben)
    expect([again.customerId, await waitingFor(ben)]).toEqual([customer_id, 0])
  },

  async 'Its signature, for a company'() {
    const { db } = portal.context
    const ben = await insertUser(db)
    const draft = await contract({ taxId: 'A58818501', company: true, photo: true }, ben)
    expect((await sign(ben)).statusCode).toBe(200)
    expect(await accountsOf(draft.customerId)).toEqual([ben])
    expect(await knownAs('A58818501')).toBeUndefined()
    const [second] = [await contract({ taxId: 'A58818501', company: true }, ben)]
    expect(second.customerId).toBe(draft.customerId)
  },

  async 'An operator confirms a claim'() {
    const { db } = portal.context
    const taxId = aNif()
    const [ben, carla] = [await insertUser(db), await insertUser(db)]
    const draft = await contract({ taxId }, ben)
    const other = await contract({ taxId }, carla)
    const { visitor: operator } = await createTestOperator(portal)
    const confirm = (customerId: number) =>
      operator.sendRaw(confirmCustomerClaim, {
        params: { id: String(customerId) },
        body: { document: 'identity_document' },
      })
    expect((await confirm(draft.customerId)).json().message).toBe('claim_unsigned')
    await sign(ben)
    expect((await confirm(draft.customerId)).statusCode).toBe(204)
    expect([(await knownAs(taxId))?.customer_id, await accountsOf(draft.customerId)]).toEqual([draft.customerId, [ben]])
    expect(await waitingFor(carla)).toBe(0)
    expect((await confirm(other.customerId)).statusCode).not.toBe(204)
    const again = await contract({ taxId }, ben)
    expect(again.customerId).toBe(draft.customerId)
  },

  async 'A draft that nobody signs'() {
    const { db, clock } = portal.context
    const taxId = aNif()
    const draft = await contract({ taxId, email: 'left@example.test' })
    const users = () => db.selectFrom('user_account').where('email', '=', 'left@example.test').selectAll().execute()
    expect(await users()).toHaveLength(1)
    portal.setClock(inTime(31))
    while (await expireSignature({ db, clock, handlers: signatureHandlers })) {}
    expect([await users(), await accountsOf(draft.customerId)]).toEqual([[], []])
    const links = db.selectFrom('account_link').where('customer_id', '=', draft.customerId).selectAll()
    // The remains of a link record the outcome of the signature, without account or personal data.
    expect(await links.execute()).toMatchObject([{ user_id: null, email: '', phone: null }])
    const claim = db.selectFrom('customer').where('customer_id', '=', draft.customerId).selectAll()
    expect(await claim.executeTakeFirst()).toMatchObject({ email: null, phone: null, claimed_by_user_id: null })
    const left = db.selectFrom('contract').where('contract_id', '=', draft.contractId).select(['state', 'iban'])
    expect(await left.executeTakeFirst()).toEqual({ state: 'cancelada', iban: null })
  },

  async 'A log-in that is a tax id'() {
    const { db } = portal.context
    const taxId = aNif()
    const squatter = await anAccount(portal, { login: taxId.toLowerCase(), email: stranger })
    const customerId = await insertCustomer(db, { tax_id: taxId })
    const made = await insertContract(db, { customerId })
    await insertInvoice(db, { contract: made, number: `FE26/S${numbers}` })
    await db.updateTable('user_account').set({ email: 's@example.test' }).where('email', '=', stranger).execute()
    const [mail] = await signUpBy(taxId, made.name, `FE26/S${numbers}`)
    await portal.anonymous.send(activateAccount, { body: { link: secretIn(mail!), password: chosen } })
    const [anna] = await accountsOf(customerId)
    expect([anna === undefined, anna === squatter]).toEqual([false, false])
    await db.updateTable('user_account').set({ email: 'b@example.org' }).where('email', '=', stranger).execute()
  },

  async 'An identity provider'() {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: aNif(), email: 'known@example.org' })
    const identity = { issuer: 'https://idp.example', subject: `s${numbers}`, email: 'known@example.org', name: 'Anna' }
    const awaiting = await createUnlinkedAccount(db, identity as never, 'es')
    await linkIdentity(db, identity, awaiting, now)
    expect(await accountsOf(customerId)).toEqual([])
    await db.updateTable('user_account').set({ awaits_link: false }).where('user_id', '=', awaiting).execute()
    const draft = await contract({ taxId: aNif() }, awaiting)
    await db.updateTable('user_account').set({ awaits_link: true }).where('user_id', '=', awaiting).execute()
    const owner = await insertUser(db, { customerIds: [customerId] })
    await mergeAccount(db, { from: awaiting, to: owner, now }, portal.context.moveSignatures)
    expect([await accountsOf(customerId), await accountsOf(draft.customerId)]).toEqual([[owner], []])
    expect(await waitingFor(owner)).toBe(1)
  },

  async 'Another server in front'() {
    const { db } = portal.context
    const person = { address: 'https://other.example', id: '7', email: 'known@example.org', name: 'Anna', locale: 'es' }
    const userId = await saveUpstreamUser(db, { ...person, mustChangePassword: false })
    const seen = await db.selectFrom('user_customer').where('user_id', '=', userId).selectAll().execute()
    expect(seen).toEqual([])
  },

  async Erasure() {
    expect(personalDataRules.user_customer).toMatchObject({ erase: { does: 'remove' } })
  },

  async 'Anything else'() {
    const files = globSync('src/**/*.ts', { exclude: (name) => /testing|\.test\.ts$/.test(name) })
    const filesWith = (text: RegExp) =>
      files
        .filter((file) => text.test(readFileSync(file, 'utf8')))
        .map((file) => file.replaceAll('\\', '/'))
        .sort()
    const writers = filesWith(/(insertInto|insert into|updateTable|update)\W+user_customer/)
    expect(writers).toEqual(['src/domains/customers/server/user-customers.ts'])
    expect(
      filesWith(/\b(?:linkUser|copyLinksOfAwaitingAccount|replaceLinks)\(/).filter((file) => file !== writers[0]),
    ).toEqual([
      'src/domains/accounts/server/claims.ts',
      'src/domains/accounts/server/set-password.ts',
      'src/domains/contracts/server/import/holders.ts',
      'src/domains/session/server/openid/identity-store.ts',
    ])
  },
}

test.each(Object.keys(ways))('%s links the people that the document states', (way) => ways[way]!())

test('the document has a row for each way, and no other', () => {
  const page = readFileSync('docs/accounts-and-customers.md', 'utf8')
  const rows = page.split('\n').filter((line) => line.startsWith('| **'))
  expect(rows.map((row) => /\*\*(.+?)\*\*/.exec(row)![1])).toEqual(Object.keys(ways))
})
