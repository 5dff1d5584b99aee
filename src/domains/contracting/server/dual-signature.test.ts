import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertCustomer, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal, type TestVisitor } from '#app/server/testing/test-portal.ts'
import { signatureHandlers } from '#app/server/wiring/mount-signatures.ts'
import { activateAccount, readLink } from '#domains/accounts/api.ts'
import { secretIn, sendPendingMails } from '#domains/accounts/server/accounts-testing.ts'
import { hashPassword } from '#domains/session/server/password/passwords.ts'
import { listSignatures, readSignature, sendSignatureCode, signDocument } from '#domains/signatures/api.ts'
import { downloadSignatureDocument } from '#domains/signatures/downloads.ts'
import { expireSignature } from '#domains/signatures/server/signature-jobs.ts'
import { anotherCode, readMailedCode } from '#domains/signatures/server/signatures-testing.ts'
import { readPdfSignatures, readPdfText } from '#kit/server/pdf/pdf-testing.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { readLead } from '../api.ts'
import {
  browserSession,
  householdSteps,
  type ProductIds,
  readSummary,
  setUpContracting,
  signWithMailedCode,
} from './contracting-testing.ts'

const now = new Date('2026-10-15T10:00:00Z')
let portal: TestPortal
let product: ProductIds

beforeAll(async () => {
  portal = await startTestPortal({ environment: { DEMO: 'on' }, now })
  product = await setUpContracting(portal)
})
beforeEach(async () => {
  portal.setClock(now)
  await portal.context.db.deleteFrom('visitor_throttle').execute()
})
afterAll(() => portal.close())

type Household = { taxId: string; email: string; language?: string }

/** Takes out electricity and gas. The gas is confirmed on request; `both` holds the numbers of the leads. */
async function contractBoth(visitor: TestVisitor, { language = 'es', ...given }: Household) {
  const all = householdSteps({ product, ...given })
  const at = browserSession(visitor)
  const lead_id = (await at.send(all.installation)).json().lead_id as number
  for (const step of [{ ...all.person, commsLanguage: language }, all.contract]) await at.send({ ...step, lead_id })
  const gas = { ...all.gas, electricityLeadId: lead_id }
  const gas_id = (await at.sendGas(gas)).json().lead_id as number
  await at.send({ ...all.payment, lead_id })
  const electricity = await at.send({ ...all.confirmation, lead_id })
  expect(electricity.statusCode, electricity.payload).toBe(200)
  const both = [lead_id, gas_id] as const
  return { both, electricity, confirmGas: () => at.sendGas({ ...all.confirmation, lead_id: gas_id }) }
}

const contractsOf = (leadIds: readonly number[]) =>
  portal.context.db
    .selectFrom('lead')
    .innerJoin('contract', (join) =>
      join
        .onRef('contract.customer_id', '=', 'lead.customer_id')
        .onRef('contract.contract_id', '=', 'lead.contract_id'),
    )
    .where('lead_id', 'in', leadIds)
    .orderBy('lead_id')
    .select(['contract.contract_id', 'contract.customer_id', 'contract.name', 'contract.state', 'contract.signed_on'])
    .select('lead.state as lead_state')
    .execute()
const signedOn = async (leadIds: readonly number[]) => (await contractsOf(leadIds)).map(({ signed_on }) => signed_on)

const signingKinds = [
  ...[
    'contracting.signSupply',
    'contracting.activateSupply',
    'contracting.signGasAdded',
    'contracting.activateGasAdded',
  ],
  ...['sms.activate', 'sms.activateBoth', 'sms.gasAdded'],
]
const signingMessages = (contractName: string) =>
  portal.context.db
    .selectFrom('outbox_message')
    .where('kind', 'in', signingKinds)
    .selectAll()
    .execute()
    .then((rows) => rows.filter(({ values }) => JSON.stringify(values).includes(contractName)))

async function expireSignatures() {
  const { db, clock } = portal.context
  while (await expireSignature({ db, clock, handlers: signatureHandlers }));
}

/** Returns the user who claims the holder of a contract. */
async function claimant(customerId: number) {
  const claim = portal.context.db.selectFrom('customer').where('customer_id', '=', customerId)
  const { claimed_by_user_id } = await claim.select('claimed_by_user_id').executeTakeFirstOrThrow()
  return claimed_by_user_id!
}

describe('electricity and gas taken out together', () => {
  test('are announced in one mail with one link, which names both and the address, and signed with one code', async () => {
    const email = 'dual@example.test'
    const { both, confirmGas } = await contractBoth(portal.anonymous, { taxId: '00000050G', email })
    expect((await confirmGas()).json()).toMatchObject({ status: 'OK', signature: null })
    const [light, gas] = await contractsOf(both)
    const mails = (await sendPendingMails(portal)).filter(({ to }) => to === email)
    expect(mails.map(({ subject }) => subject)).toEqual(['Tus contratos de luz y gas esperan tu firma'])
    expect(mails[0]!.text).toContain(
      `los contratos de luz ${light!.name} y de gas ${gas!.name}, para Calle Major, 7 - 08500 Vic`,
    )

    await portal.anonymous.send(activateAccount, { body: { link: secretIn(mails[0]!), password: 'Camins-de-nit-42' } })
    const visitor = await portal.as(await claimant(light!.customer_id))
    const { items } = await visitor.send(listSignatures, {})
    const title = `Contratos de electricidad ${light!.name} y de gas ${gas!.name}`
    expect(items).toMatchObject([{ title, contracts: [{ name: light!.name }, { name: gas!.name }] }])
    await signWithMailedCode(portal, visitor, items[0]!.id)
    expect(await contractsOf(both)).toMatchObject([1, 2].map(() => ({ signed_on: '2026-10-15', lead_state: 'signed' })))
    const params = { signatureId: items[0]!.id }
    expect((await visitor.send(readSignature, { params })).state).toBe('signed')
  })

  test('are reported by their used link, with the state of the signature that it led to, even without a session', async () => {
    const email = 'used@example.test'
    const { both, confirmGas } = await contractBoth(portal.anonymous, { taxId: '00000068E', email })
    await confirmGas()
    const [light, gas] = await contractsOf(both)
    const link = secretIn((await sendPendingMails(portal)).find(({ to }) => to === email)!)
    const title = `Contratos de electricidad ${light!.name} y de gas ${gas!.name}`
    const readLinkOutcome = async () => {
      const headers = { cookie: `activation_link=${link}` }
      const { outcome } = (
        await portal.anonymous.sendRaw(readLink, { params: { purpose: 'activation' } }, { headers })
      ).json()
      return outcome
    }
    expect(await readLinkOutcome()).toBeNull()
    const { signature_url: url } = await portal.anonymous.send(activateAccount, {
      body: { link, password: 'Camins-de-nit-42' },
    })
    const used_at = now.toISOString()
    expect(await readLinkOutcome()).toEqual({ used_at, signature: { title, url, state: 'waiting', signed_at: null } })
    const visitor = await portal.as(await claimant(light!.customer_id))
    await signWithMailedCode(portal, visitor, url!.split('/').at(-1)!)
    expect(await readLinkOutcome()).toEqual({ used_at, signature: { title, url, state: 'signed', signed_at: used_at } })
  })

  test('that are not signed in time are reported by their link, of which nothing else is stored', async () => {
    const email = 'unsigned@example.test'
    const { both, confirmGas } = await contractBoth(portal.anonymous, { taxId: '00000069T', email })
    await confirmGas()
    const [light] = await contractsOf(both)
    const link = secretIn((await sendPendingMails(portal)).find(({ to }) => to === email)!)
    portal.setClock(new Date('2026-11-15T10:00:00Z'))
    await expireSignatures()
    const headers = { cookie: `activation_link=${link}` }
    const linkReply = await portal.anonymous.sendRaw(readLink, { params: { purpose: 'activation' } }, { headers })
    expect(linkReply.json()).toMatchObject({
      is_open: false,
      outcome: { used_at: null, signature: { state: 'expired' } },
    })
    const links = portal.context.db.selectFrom('account_link').where('customer_id', '=', light!.customer_id)
    expect(await links.select(['user_id', 'email', 'phone']).execute()).toEqual([
      { user_id: null, email: '', phone: null },
    ])
  })

  test('that were claimed by a user with an account and not signed in time are reported as expired to that user only', async () => {
    const userId = await insertUser(portal.context.db)
    const visitor = await portal.as(userId)
    const given = { taxId: '00000070R', email: 'claims@example.test' }
    const { electricity, confirmGas } = await contractBoth(visitor, given)
    await confirmGas()
    const params = { signatureId: electricity.json().signature.id as string }
    const waiting = await visitor.send(readSignature, { params })
    expect(waiting).toMatchObject({ state: 'waiting', contract: null, contracts: [] })
    portal.setClock(new Date('2026-11-15T10:00:00Z'))
    await expireSignatures()
    expect(await (await portal.as(userId)).send(readSignature, { params })).toMatchObject({ state: 'expired' })
    const other = await portal.as(await insertUser(portal.context.db))
    expect((await other.sendRaw(readSignature, { params })).statusCode).toBe(404)
  })

  test('are announced in the language of the holder, each contract with the energy and the address of the supply', async () => {
    const announcements: [Locale, subject: string, supply: string][] = [
      ['ca', 'Els teus contractes de llum i gas esperen la teva signatura', 'per a Carrer Major, 7 - 08500 Vic'],
      ['es', 'Tus contratos de luz y gas esperan tu firma', 'para Calle Major, 7 - 08500 Vic'],
      ['en', 'Your electricity and gas contracts are waiting for your signature', 'for Calle Major, 7 - 08500 Vic'],
      ['gl', 'Os teus contratos de luz e gas agardan a túa sinatura', 'para Rúa Major, 7 - 08500 Vic'],
      ['fr', 'Vos contrats d’électricité et de gaz attendent votre signature', 'pour Calle Major, 7 - 08500 Vic'],
      ['de', 'Deine Verträge für Strom und Gas warten auf deine Unterschrift', 'für Calle Major, 7 - 08500 Vic'],
    ]
    const taxIds = ['00000055D', '00000056X', '00000057B', '00000058N', '00000059J', '00000060Z']
    for (const [place, [language, subject, supply]] of announcements.entries()) {
      await portal.context.db.deleteFrom('visitor_throttle').execute()
      const email = `${language}@example.test`
      const { confirmGas } = await contractBoth(portal.anonymous, { taxId: taxIds[place]!, email, language })
      await confirmGas()
      const mails = (await sendPendingMails(portal)).filter(({ to }) => to === email)
      expect(mails.map((mail) => mail.subject)).toEqual([subject])
      expect(mails[0]!.text).toContain(supply)
    }
  })

  test('wait for each other for a moment, after which the electricity is announced alone', async () => {
    const email = 'later@example.test'
    const { both, confirmGas } = await contractBoth(portal.anonymous, { taxId: '00000051M', email })
    const mailed = async () => (await sendPendingMails(portal)).filter(({ to }) => to === email)
    expect(await mailed()).toEqual([])
    portal.setClock(new Date(now.getTime() + 10 * 60_000))
    const [light] = await contractsOf(both)
    const [first] = await mailed()
    expect(first!.subject).toBe(`Tu contrato de luz ${light!.name} espera tu firma`)
    await confirmGas()
    const [, gas] = await contractsOf(both)
    const { db } = portal.context
    const ofHolder = db.selectFrom('signature').where('customer_id', '=', light!.customer_id)
    expect(await ofHolder.select('state').execute()).toEqual([{ state: 'waiting' }])

    const [second] = await mailed()
    expect(second!.subject).toBe('Hemos añadido el gas: tus contratos de luz y gas esperan tu firma')
    expect(second!.text).toContain(`el contrato de gas ${gas!.name} al de luz ${light!.name}, que ya esperaba tu firma`)
    const body = { link: secretIn(first!), password: 'Camins-de-nit-42' }
    const { signature_url: url } = await portal.anonymous.send(activateAccount, { body })
    const visitor = await portal.as(await claimant(light!.customer_id))
    await signWithMailedCode(portal, visitor, url!.split('/').at(-1)!)
    expect((await signedOn(both)).every(Boolean)).toBe(true)
    const headers = { cookie: `activation_link=${secretIn(second!)}` }
    const linkReply = await portal.anonymous.sendRaw(readLink, { params: { purpose: 'activation' } }, { headers })
    expect(linkReply.json()).toMatchObject({ is_open: false, outcome: { signature: { state: 'signed' } } })
  })

  test.each([
    ['a mobile and no e-mail', { tax_id: '00000071W', phone: '+34600000110', email: null }, 'sms.gasAdded'],
    ['a way to sign in', { tax_id: '00000072A', email: 'eva72@example.test' }, 'contracting.signGasAdded'],
  ])(
    'are announced to a holder with %s as gas added later, by the link to the same signature',
    async (_, holder, kind) => {
      const { db } = portal.context
      const customerId = await insertCustomer(db, holder)
      const password_hash = await hashPassword('Camins-de-nit-42')
      if (holder.email) await insertUser(db, { customerIds: [customerId], email: holder.email, password_hash })
      const given = { taxId: holder.tax_id, email: 'stranger@example.test' }
      const { both, confirmGas } = await contractBoth(portal.anonymous, given)
      const [light] = await contractsOf(both)
      await db
        .updateTable('outbox_message')
        .set({ sent_at: now })
        .where(sql<boolean>`values ->> 'contract' = ${light!.name}`)
        .execute()
      await confirmGas()
      const kinds = (await signingMessages(light!.name)).map((message) => message.kind)
      expect(kinds.filter((each) => each === kind)).toHaveLength(1)
      expect(kinds).toHaveLength(2)
      const signatures = db.selectFrom('signature').where('customer_id', '=', customerId).selectAll()
      expect(await signatures.execute()).toHaveLength(1)
    },
  )

  test('are announced in one text message where the holder has a mobile and no e-mail address', async () => {
    const { db } = portal.context
    await insertCustomer(db, { tax_id: '00000061S', email: null, phone: '+34600000109' })
    const given = { taxId: '00000061S', email: 'stranger@example.test' }
    const { both, confirmGas } = await contractBoth(portal.anonymous, given)
    await confirmGas()
    const [light, gas] = await contractsOf(both)
    const messages = await signingMessages(light!.name)
    expect(messages.map(({ kind, to_address }) => [kind, to_address])).toEqual([['sms.activateBoth', '+34600000109']])
    expect(messages[0]!.values).toMatchObject({ contract: light!.name, gasContract: gas!.name })
  })

  test('are announced in one mail to a holder who signs in to sign, with a link to the single page', async () => {
    const { db } = portal.context
    const customerId = await insertCustomer(db, { tax_id: '00000062Q', email: 'eva62@example.test' })
    const has = { email: 'eva62@example.test', password_hash: await hashPassword('Camins-de-nit-42') }
    const userId = await insertUser(db, { customerIds: [customerId], ...has })
    const given = { taxId: '00000062Q', email: 'stranger@example.test' }
    const { both, confirmGas } = await contractBoth(portal.anonymous, given)
    await confirmGas()
    const [light] = await contractsOf(both)
    const { items } = await (await portal.as(userId)).send(listSignatures, {})
    expect(items).toHaveLength(1)
    const messages = await signingMessages(light!.name)
    expect(messages).toMatchObject([{ kind: 'contracting.signSupply', user_id: userId, link: items[0]!.url }])
  })

  test('are cancelled together where they are not signed in time, with one notification', async () => {
    const email = 'expired@example.test'
    const customerId = await insertCustomer(portal.context.db, { tax_id: '00000053F', email })
    const userId = await insertUser(portal.context.db, { customerIds: [customerId], email })
    const { both, electricity, confirmGas } = await contractBoth(await portal.as(userId), {
      taxId: '00000053F',
      email,
    })
    await confirmGas()
    portal.setClock(new Date('2026-11-15T10:00:00Z'))
    const { db } = portal.context
    await expireSignatures()
    expect((await contractsOf(both)).map(({ state }) => state)).toEqual(['cancelada', 'cancelada'])
    const expiryMessages = db
      .selectFrom('outbox_message')
      .where('kind', '=', 'signatures.expired')
      .where('user_id', '=', userId)
    expect(await expiryMessages.selectAll().execute()).toHaveLength(1)
    const params = { signatureId: electricity.json().signature.id as string }
    const visitor = await portal.as(userId)
    expect((await visitor.send(readSignature, { params })).state).toBe('expired')
  })
})

describe('a signed-in holder', () => {
  async function aDualContract(taxId: string) {
    const { db } = portal.context
    const email = `${taxId}@example.test`
    const customerId = await insertCustomer(db, { tax_id: taxId, name: 'Anna Serra', email })
    const userId = await insertUser(db, { customerIds: [customerId], email })
    const visitor = await portal.as(userId)
    const dual = await contractBoth(visitor, { taxId, email })
    const { id } = dual.electricity.json().signature as { id: string }
    return { ...dual, visitor, customerId, userId, params: { signatureId: id } }
  }
  const askCode = async (visitor: TestVisitor, params: { signatureId: string }, document_sha256?: string) => {
    await readSummary(visitor, params.signatureId)
    return visitor.sendRaw(sendSignatureCode, {
      params,
      body: { channel: 'email', ...(document_sha256 && { document_sha256 }) },
    })
  }
  const refusalOf = (answer: { statusCode: number; json(): { error: { code: string } } }) =>
    [answer.statusCode, answer.json().error?.code] as const

  test('reads both contracts in one document, and cannot sign with a code for the first alone or for an earlier document', async () => {
    const { visitor, params, both, confirmGas } = await aDualContract('00000052Y')
    const { document_sha256: alone } = await visitor.send(readSignature, { params })
    await askCode(visitor, params, alone)
    const early = await readMailedCode(portal, params.signatureId)
    expect((await confirmGas()).json().signature.id).toBe(params.signatureId)
    const signing = { params, body: { code: early } }
    expect(refusalOf(await visitor.sendRaw(signDocument, signing))).toEqual([409, 'summary_unread'])
    const { summary } = await visitor.send(readSignature, { params })
    expect(summary!.read_at).toBeNull()
    expect(summary!.papers).toHaveLength(2)
    await readSummary(visitor, params.signatureId)
    expect(refusalOf(await visitor.sendRaw(signDocument, signing))).toEqual([409, 'code_expired'])
    expect(refusalOf(await askCode(visitor, params, alone))).toEqual([409, 'document_changed'])
    const read = { params, body: { code: early, document_sha256: alone! } }
    expect(refusalOf(await visitor.sendRaw(signDocument, read))).toEqual([409, 'document_changed'])

    for (const leadId of both)
      expect(await visitor.send(readLead, { params: { leadId: String(leadId) } })).toMatchObject({
        signature: { id: params.signatureId },
      })

    const { rawPayload } = await visitor.sendRaw(downloadSignatureDocument, {
      params,
      query: { type: 'original' },
    } as never)
    const text = await readPdfText(rawPayload)
    for (const { name } of await contractsOf(both)) expect(text).toContain(name)
    await signWithMailedCode(portal, visitor, params.signatureId)
    expect(await signedOn(both)).toEqual(['2026-10-15', '2026-10-15'])
  })

  test('gets one signed PDF with evidence, among the documents of both contracts, and one notification, however often they sign', async () => {
    const { visitor, params, both, customerId, userId, confirmGas } = await aDualContract('00000063V')
    await confirmGas()
    await sql`update lead set steps = jsonb_set(steps, '{3,active_contract}', 'true') where lead_id = ${both[1]}`.execute(
      portal.context.db,
    )
    await askCode(visitor, params)
    const code = await readMailedCode(portal, params.signatureId)
    const devices = [visitor, await portal.as(userId), await portal.as(userId)]
    const answers = await Promise.all(devices.map((device) => device.sendRaw(signDocument, { params, body: { code } })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(refusalOf(await visitor.sendRaw(signDocument, { params, body: { code } }))).toEqual([409, 'already_signed'])

    const { db } = portal.context
    const [light, gas] = await contractsOf(both)
    const copies = await db.selectFrom('attachment').where('customer_id', '=', customerId).selectAll().execute()
    expect(copies.map(({ contract_id }) => contract_id).sort()).toEqual([light!.contract_id, gas!.contract_id].sort())
    const title = `Contratos de electricidad ${light!.name} y de gas ${gas!.name}`
    expect(new Set(copies.map(({ file_key, file_name }) => `${file_key} ${file_name}`)).size).toBe(1)
    expect(copies[0]!.file_name).toBe(`${title} (firmado).pdf`)
    const sealed = await visitor.sendRaw(downloadSignatureDocument, { params, query: { type: 'signed' } } as never)
    expect(await readPdfSignatures(sealed.rawPayload)).toContain('Signature Validation: Signature is Valid.')

    const outboxMessages = await db
      .selectFrom('outbox_message')
      .where('customer_id', '=', customerId)
      .orderBy('kind')
      .select(['kind', 'values', 'attachments'])
      .execute()
    expect(outboxMessages).toMatchObject([
      {
        kind: 'contracting.signedBoth',
        values: { contract: light!.name, gasContract: gas!.name, electricityStart: 'connection', gasStart: 'switch' },
      },
      { kind: 'signatures.signed', attachments: [{ fileKey: copies[0]!.file_key }] },
    ])
    const mails = (await sendPendingMails(portal)).filter(({ to }) => to === '00000063V@example.test')
    const notice = mails.find(({ subject }) => subject === 'Has firmado tus contratos de luz y gas')
    expect(notice?.text).toMatch(/Luz: pedimos el alta[\s\S]*Gas: pedimos el cambio/)
  })

  test.each([
    ['electricity', 0],
    ['gas', 1],
  ])('signs neither where the contract of %s is gone meanwhile, and is told so', async (_, gone) => {
    const { visitor, params, both, confirmGas, customerId } = await aDualContract(['00000064H', '00000065L'][gone]!)
    await confirmGas()
    const contracts = await contractsOf(both)
    const { contract_id } = contracts[gone]!
    const { db } = portal.context
    await db.updateTable('contract').set({ state: 'cancelada' }).where('contract_id', '=', contract_id).execute()
    await askCode(visitor, params)
    const code = await readMailedCode(portal, params.signatureId)
    const answer = await visitor.sendRaw(signDocument, { params, body: { code } })
    expect(refusalOf(answer)).toEqual([409, 'signature_cancelled'])
    expect(await signedOn(both)).toEqual([null, null])
    expect((await contractsOf(both)).map(({ state }) => state)).toEqual(['cancelada', 'cancelada'])
    expect(await visitor.send(readSignature, { params })).toMatchObject({ state: 'cancelled', code: null })
    const copies = db.selectFrom('attachment').where('customer_id', '=', customerId).selectAll()
    expect(await copies.execute()).toEqual([])
  })

  test('signs gas alone where the electricity is signed already', async () => {
    const { visitor, params, both, confirmGas } = await aDualContract('00000054P')
    await signWithMailedCode(portal, visitor, params.signatureId)
    const own = (await confirmGas()).json().signature
    expect(own.id).not.toBe(params.signatureId)
    await signWithMailedCode(portal, visitor, own.id)
    expect(await signedOn(both)).toEqual(['2026-10-15', '2026-10-15'])
  })

  test('is the only one who can sign: not a visitor, another user, a wrong code, or after the end', async () => {
    const { visitor, params, both, confirmGas } = await aDualContract('00000066C')
    await confirmGas()
    await askCode(visitor, params)
    const code = await readMailedCode(portal, params.signatureId)
    const signing = { params, body: { code } }
    expect((await portal.anonymous.sendRaw(signDocument, signing)).statusCode).toBe(401)
    const other = await portal.as(await insertUser(portal.context.db))
    expect((await other.sendRaw(signDocument, signing)).statusCode).toBe(404)
    expect((await other.sendRaw(readSignature, { params })).statusCode).toBe(404)
    const wrong = await visitor.sendRaw(signDocument, { params, body: { code: anotherCode(code) } })
    expect(refusalOf(wrong)).toEqual([400, 'code_wrong'])
    portal.setClock(new Date('2026-11-14T23:00:00Z'))
    const late = await (await portal.as((await userOf('00000066C@example.test'))!)).sendRaw(signDocument, signing)
    expect(refusalOf(late)).toEqual([409, 'signature_expired'])
    expect(await signedOn(both)).toEqual([null, null])
  })

  async function userOf(email: string) {
    const account = portal.context.db.selectFrom('user_account').where('email', '=', email).select('user_id')
    return (await account.executeTakeFirst())?.user_id
  }
})

test('announces a single contract with its energy and the address of the supply', async () => {
  const all = householdSteps({ product, taxId: '00000067K', email: 'single@example.test' })
  const at = browserSession(portal.anonymous)
  const lead_id = (await at.send(all.installation)).json().lead_id as number
  for (const step of [all.person, all.contract, all.payment, all.confirmation]) await at.send({ ...step, lead_id })
  const [contract] = await contractsOf([lead_id])
  const [mail] = (await sendPendingMails(portal)).filter(({ to }) => to === 'single@example.test')
  expect(mail!.subject).toBe(`Tu contrato de luz ${contract!.name} espera tu firma`)
  expect(mail!.text).toContain(`el contrato de luz ${contract!.name}, para Calle Major, 7 - 08500 Vic`)
})
