import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aContract, aCustomer, anInvoice, aUser } from '#app/server/testing/builders.ts'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { changePassword, logIn, readProfile } from '#domains/session/api.ts'
import { findChallenge, keepChallenge } from '#domains/session/server/second-factor-store.ts'
import { anAccount, ask, auditOf, password } from '#domains/session/server/testing.ts'
import { activateAccount, askForReset, readLink, resetPassword, signUp } from '../api.ts'
import { findOpenLink } from './link-store.ts'
import { mailsOf, secretIn } from './testing.ts'

const start = new Date('2026-11-20T15:20:00Z')
const chosen = 'Camins-de-nit-42'
const nif = '99100733N'
const email = 'marta@example.com'
const form = {
  nif,
  contract: '0049077',
  invoiceNumber: 'FE2026/7',
  email,
  email2: email,
  accept_conditions: true,
  accept_gdpr: true,
  phone: '+34 612 345 678',
}

let portal: TestPortal
let customerId: number

beforeAll(async () => {
  portal = await testPortal({ now: start })
})
afterAll(() => portal.close())

beforeEach(async () => {
  const { db } = portal.context
  portal.setClock(start)
  for (const table of [
    'outbox_message',
    'account_request',
    'account_link',
    'visitor_throttle',
    'login_throttle',
    'user_account',
    'user_customer',
    'invoice',
    'contract',
    'address',
    'customer',
  ] as const)
    await db.deleteFrom(table).execute()
  customerId = await aCustomer(db, { tax_id: nif, name: 'Marta Vila Serra' })
  const contract = await aContract(db, { customerId, name: '0049077' })
  await anInvoice(db, { contract, number: 'FE2026/7' })
})

const later = (minutes: number) => portal.setClock(new Date(portal.context.clock().getTime() + minutes * 60_000))
const sign = (typed: object = {}) => ask(portal, signUp, { body: { ...form, ...typed } as never })
const reset = (typed: object = {}) => ask(portal, askForReset, { body: { nif, email, ...typed } as never })
const activate = (link: string, chosenPassword = chosen) =>
  ask(portal, activateAccount, { body: { link, password: chosenPassword } })
const enter = (user: string, typed: string) => ask(portal, logIn, { body: { user, password: typed } })
const accounts = () => portal.context.db.selectFrom('user_account').selectAll().execute()
const kinds = async () => {
  const rows = await portal.context.db.selectFrom('outbox_message').select(['kind', 'to_address']).execute()
  return rows.map(({ kind, to_address }) => (to_address ? `${kind} to ${to_address}` : kind)).sort()
}

/** Signs up, and answers the secret of the link that arrives. */
async function linkFor(typed: object = {}): Promise<string> {
  await sign(typed)
  return secretIn((await mailsOf(portal)).at(0)!)
}

async function resetLinkFor(): Promise<string> {
  await reset()
  return secretIn((await mailsOf(portal)).at(-1)!)
}

describe('a sign-up', () => {
  test('may be wrapped by the name of its payload, as in the steps of a contract', async () => {
    const { status, body } = await ask(portal, signUp, { body: { FormConfirm: form } })
    expect([status, body.result.render.errors]).toEqual([200, []])
    expect(await mailsOf(portal)).toHaveLength(1)
  })

  test('is answered the same whatever is found, and only by mail told what was', async () => {
    const answers = [
      await sign(),
      await sign({ contract: '0000001' }),
      await sign({ nif: '99300111A', email: 'a@example.com', email2: 'a@example.com' }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers[0]!.body.result.render).toEqual({
      errors: [],
      body: expect.stringContaining('te llegará un correo'),
    })
    const mails = await mailsOf(portal)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Elige tu contraseña y activa tu cuenta']])
    // A mail that lands in the wrong hands says nothing of the holder.
    expect(mails[0]!.text).not.toMatch(/Marta|0049077|99100733/)
  })

  test('leaves nothing behind of what was asked for', async () => {
    await sign()
    await mailsOf(portal)
    expect(await portal.context.db.selectFrom('account_request').selectAll().execute()).toEqual([])
  })

  test('makes an account with the contracts of the holder, and signs in', async () => {
    const secret = await linkFor({ nif: 'es 99.100.733-n', contract: ' 49077 ' })
    const answer = await activate(secret)
    expect(answer.status).toBe(200)
    expect(answer.cookies.find((cookie) => cookie.startsWith('token='))).toMatch(/HttpOnly/)
    const [account] = await accounts()
    expect(account).toMatchObject({
      login: nif.toLowerCase(),
      email,
      name: 'Marta Vila Serra',
      must_change_password: false,
    })
    const { db } = portal.context
    expect(await db.selectFrom('user_customer').selectAll().execute()).toEqual([
      { user_id: account!.user_id, customer_id: customerId },
    ])
    expect(await db.selectFrom('customer').select(['email', 'phone']).executeTakeFirst()).toEqual({
      email,
      phone: '+34612345678',
    })
    expect((await auditOf(portal, account!.user_id)).map(([action]) => action)).toEqual([
      'account_activated',
      'logged_in',
    ])
    const headers = { authorization: `Bearer ${answer.body.token}` }
    expect((await ask(portal, readProfile, {}, headers)).body).toMatchObject({ email, name: 'Marta Vila Serra' })
    for (const user of [nif, '99.100.733-N', email]) expect((await enter(user, chosen)).status).toBe(200)
    expect((await mailsOf(portal)).map(({ subject }) => subject)).toEqual(['Tu cuenta está activa'])
  })

  test('records that terms and data protection were accepted, for the address and then for the account', async () => {
    const { db } = portal.context
    const asked = 'consent@example.com'
    await activate(await linkFor({ email: asked, email2: asked }))
    const [account] = await accounts()
    const entries = await db
      .selectFrom('consent_entry')
      .where('subject', 'in', [String(account!.user_id), createHash('sha256').update(asked).digest('base64url')])
      .select(['subject_kind', 'purpose', 'agreed', 'locale', 'at'])
      .orderBy('consent_entry_id')
      .execute()
    const entry = { agreed: true, locale: 'es', at: start }
    expect(entries).toEqual([
      { subject_kind: 'email', purpose: 'office_terms', ...entry },
      { subject_kind: 'email', purpose: 'data_protection', ...entry },
      { subject_kind: 'user', purpose: 'data_protection', ...entry },
      { subject_kind: 'user', purpose: 'office_terms', ...entry },
    ])
    await expect(db.deleteFrom('consent_entry').execute()).rejects.toThrow('append-only')
  })

  test('activates the account that the retailer has prepared, with the address of its owner', async () => {
    const { db } = portal.context
    const userId = await aUser(db, { login: 'marta', email: 'old@example.com', customerIds: [customerId] })
    const secret = await linkFor()
    expect(await kinds()).toEqual([`accounts.activation to ${email}`, 'accounts.askedElsewhere to old@example.com'])
    expect((await activate(secret)).status).toBe(200)
    expect(await accounts()).toMatchObject([{ user_id: userId, login: 'marta', email }])
  })

  test('is told to the address that the retailer knows where another was given', async () => {
    await portal.context.db.updateTable('customer').set({ email: 'Real@Example.org' }).execute()
    await sign()
    const mails = await mailsOf(portal)
    expect(mails.map(({ to }) => to).sort()).toEqual([email, 'real@example.org'])
    expect(mails.find(({ to }) => to === 'real@example.org')!.text).toContain('m•••@example.com')
  })

  test('of somebody who has an account is told to them, and opens nothing', async () => {
    await anAccount(portal, { email: 'own@example.org', customerIds: [customerId] })
    const answer = await sign()
    expect(answer.body.result.render.errors).toEqual([])
    expect((await mailsOf(portal)).map(({ to, subject }) => [to, subject])).toEqual([
      ['own@example.org', 'Ya tienes una cuenta'],
    ])
    expect(await portal.context.db.selectFrom('account_link').selectAll().execute()).toEqual([])
  })

  test('with the address of somebody else’s account is told to them, whether or not the contract fits', async () => {
    await anAccount(portal, { email })
    await sign()
    await sign({ contract: '0000001' })
    expect((await mailsOf(portal)).map(({ subject }) => subject)).toEqual([
      'Ya tienes una cuenta',
      'Ya tienes una cuenta',
    ])
  })

  test('of somebody who comes in by the identity provider alone opens nothing either', async () => {
    const userId = await aUser(portal.context.db, { customerIds: [customerId] })
    const identity = { issuer: 'https://idp.example', subject: 'm', user_id: userId, linked_at: start }
    await portal.context.db.insertInto('external_identity').values(identity).execute()
    await sign()
    expect(await kinds()).toEqual([])
    await mailsOf(portal)
    expect(await kinds()).toEqual(['accounts.accountThere'])
  })

  test.each([
    ['the right one', 'fe2026/7', 1],
    ['another', 'FE2026/8', 0],
  ])('wants the number of an invoice: %s', async (_, invoiceNumber, mailCount) => {
    await sign({ invoiceNumber })
    expect(await mailsOf(portal)).toHaveLength(mailCount)
    const missing = await sign({ invoiceNumber: undefined })
    expect(missing.body.result.render.errors).toEqual(['Pon el número de una factura.'])
  })

  test('wants none where the retailer does without', async () => {
    await portal.set('signup.invoiceNumberField', false)
    try {
      await sign({ invoiceNumber: undefined })
      expect(await mailsOf(portal)).toHaveLength(1)
    } finally {
      await portal.set('signup.invoiceNumberField', true)
    }
  })

  test('whose fields are wrong is told why, as the specification has it, in the language of whoever asks', async () => {
    const wrong = await sign({ nif: '1', email2: 'other@example.com', accept_gdpr: false })
    expect(wrong.status).toBe(200)
    expect(wrong.body.result.render.errors).toEqual([
      'Este NIF no es correcto. Revisa los números y la letra.',
      'Los dos correos no son iguales. Escribe el mismo en ambos.',
      'Marca la casilla para crear la cuenta.',
    ])
    const english = await ask(portal, signUp, { body: { ...form, nif: '' } }, { 'accept-language': 'en' })
    expect(english.body.result.render.errors).toEqual(['Enter the NIF, NIE or CIF.'])
    expect(await mailsOf(portal)).toEqual([])
  })

  test.each([
    ['a member is missing', { nif: undefined }, 'nif', 'Falta este dato.'],
    ['nobody knows a member', { admin: true }, 'admin', 'Este dato no se espera.'],
    ['a member is far too long', { contract: 'x'.repeat(51) }, 'contract', 'Como máximo, 50 caracteres.'],
  ])('whose shape is wrong is refused: %s', async (_, typed, field, text) => {
    const answer = await sign(typed)
    expect([answer.status, answer.code]).toEqual([400, 'invalid'])
    expect(answer.body.errors).toEqual({ [field]: [text] })
  })

  test('is not taken where the retailer has none, or takes no passwords', async () => {
    await portal.set('features.signup', false)
    expect(await sign()).toMatchObject({ status: 403, code: 'signup_closed' })
    await portal.set('features.signup', true)
    await portal.set('features.oidc', true)
    expect(await sign()).toMatchObject({ status: 403, code: 'password_login_off' })
    expect(await reset()).toMatchObject({ status: 403, code: 'password_login_off' })
    await portal.set('features.oidc', false)
  })

  test.each([
    ['by NIF', (count: number) => ({ email: `${count}@example.com`, email2: `${count}@example.com` })],
    [
      'by address',
      (count: number) => ({ nif: [nif, '99300111A', '99300222E', '99300333H', '99300444Z', '99300555X'][count] }),
    ],
  ])('is throttled %s', async (_, typed) => {
    for (let count = 0; count < 5; count++) expect((await sign(typed(count))).status).toBe(200)
    const refused = await sign(typed(5))
    expect(refused).toMatchObject({ status: 429, code: 'too_many_attempts', retryAfter: '3600' })
    later(61)
    expect((await sign(typed(5))).status).toBe(200)
  })

  test('of a read-only session is refused', async () => {
    const reader = await portal.as(await anAccount(portal), { readonly: true })
    const answer = await reader.ask(signUp, { body: form })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'token_readonly'])
  })

  test('that cannot be answered is tried again, and one day forgotten', async () => {
    await portal.context.db
      .insertInto('account_request')
      .values({
        account_request_id: crypto.randomUUID(),
        kind: 'activation',
        wanted: 'null',
        locale: 'es',
        request_id: 'x',
        created_at: start,
        run_at: start,
      })
      .execute()
    const { answerNextRequest } = await import('./answer-requests.ts')
    const failures: object[] = []
    const needs = { ...portal.context, log: { error: (details: object) => failures.push(details) } }
    for (let round = 0; round < 7; round++) {
      await answerNextRequest(needs)
      later(2)
    }
    expect(failures).toHaveLength(5)
    expect(await portal.context.db.selectFrom('account_request').selectAll().execute()).toEqual([])
  })
})

describe('the link of an activation', () => {
  test('is nowhere in the database as it is mailed', async () => {
    const secret = await linkFor()
    const { rows } = await portal.context.pool.query(
      'select row_to_json(account_link)::text as row from account_link union all select row_to_json(outbox_message)::text from outbox_message',
    )
    expect(rows.length).toBe(2)
    for (const { row } of rows) expect(row).not.toContain(secret)
  })

  test('is good once, also when it is used twice at the same time', async () => {
    const secret = await linkFor()
    const both = await Promise.all([activate(secret), activate(secret)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await activate(secret)).toMatchObject({ status: 410, code: 'link_over' })
    expect(await accounts()).toHaveLength(1)
  })

  test('is good for as long as the settings say', async () => {
    const secret = await linkFor()
    later(24 * 60)
    expect(await activate(secret)).toMatchObject({ status: 410, code: 'link_over' })
  })

  test('is over when another has made the account', async () => {
    const first = await linkFor()
    const second = await linkFor({ email: 'm@example.org', email2: 'm@example.org' })
    expect((await activate(second)).status).toBe(200)
    expect((await activate(first)).status).toBe(410)
  })

  test.each([
    ['made up', 'x'.repeat(43)],
    ['empty', ''],
  ])('opens nothing when it is %s', async (_, secret) => {
    expect((await activate(secret)).status).toBe(410)
  })

  test('of a reset activates nothing, and the other way round', async () => {
    await anAccount(portal, { email, customerIds: [customerId] })
    expect((await activate(await resetLinkFor())).status).toBe(410)
  })

  test.each([
    ['too short', 'Ab-1', 'Es demasiado corta.'],
    ['the name of its owner', 'Marta-vila-2026', 'Lleva tu nombre, tu correo, tu usuario o tu NIF. Piensa otra.'],
    ['much used', 'Password-1', 'Es fácil de adivinar. Junta varias palabras sin relación.'],
  ])('stays good after a password that is %s', async (_, typed, text) => {
    const secret = await linkFor()
    const refused = await activate(secret, typed)
    expect([refused.status, refused.body.errors.password]).toEqual([400, expect.arrayContaining([text])])
    expect((await activate(secret)).status).toBe(200)
  })

  test('is tried only so often from one place', async () => {
    for (let count = 0; count < 60; count++) await activate('x')
    expect(await activate('x')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('is known by the cookie of the browser that came by it, and told for whom', async () => {
    const secret = await linkFor()
    const asked = (cookie: string) => ask(portal, readLink, { params: { purpose: 'activation' } }, { cookie })
    expect((await asked(`activation_link=${secret}`)).body).toEqual({ is_open: true, user: nif, outcome: null })
    const ofNobody = { is_open: false, user: null, outcome: null }
    expect((await asked('activation_link=wrong')).body).toEqual(ofNobody)
    expect((await ask(portal, readLink, { params: { purpose: 'other' } })).status).toBe(404)
    const set = await ask(
      portal,
      activateAccount,
      { body: { password: chosen } },
      { cookie: `activation_link=${secret}`, origin: 'http://portal.test' },
    )
    expect(set.status).toBe(200)
    expect(set.cookies.some((cookie) => /^activation_link=;/.test(cookie))).toBe(true)
    const outcome = { used_at: portal.context.clock().toISOString(), signature: null }
    expect((await asked(`activation_link=${secret}`)).body).toEqual({ is_open: false, user: null, outcome })
    expect((await asked(`reset_link=${secret}`)).body).toEqual(ofNobody)
  })
})

describe('a forgotten password', () => {
  test('is answered the same whether there is such an account', async () => {
    await anAccount(portal, { email, login: 'marta', customerIds: [customerId] })
    const answers = [
      await reset(),
      await reset({ email: 'nobody@example.com' }),
      await reset({ nif: '99300111A', email: 'another@example.com' }),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { status: 'OK' }])
    const mails = await mailsOf(portal)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Elige una contraseña nueva']])
    expect(mails[0]!.text).toContain('el usuario marta')
  })

  test('is replaced by the link: every session ends, the owner is told, and the second factors stay', async () => {
    const userId = await anAccount(portal, { email: 'Marta@Example.com', login: 'marta', customerIds: [customerId] })
    await portal.context.db
      .insertInto('code_app')
      .values({ user_id: userId, sealed_secret: 'x', confirmed_at: start })
      .execute()
    const before = await portal.as(userId)
    await before.send(readProfile, {})
    for (let count = 0; count < 11; count++) await enter('marta', 'Wrong-1-wrong')
    const secret = await resetLinkFor()
    const done = await ask(portal, resetPassword, { body: { link: secret, password: chosen } })
    expect([done.status, done.body]).toEqual([200, { status: 'OK' }])
    expect(done.cookies.some((cookie) => cookie.startsWith('token='))).toBe(false)
    expect((await before.ask(readProfile, {})).statusCode).toBe(401)
    expect((await enter('marta', password)).status).toBe(401)
    expect((await enter('marta', chosen)).body).toHaveProperty('second_factor')
    expect((await mailsOf(portal)).map(({ subject }) => subject)).toEqual(['Has cambiado tu contraseña'])
    expect(await auditOf(portal, userId)).toContainEqual(['password_reset'])
    expect((await ask(portal, resetPassword, { body: { link: secret, password: `${chosen}x` } })).status).toBe(410)
  })

  test('has links for an hour, which end with the first that is used', async () => {
    await anAccount(portal, { email, customerIds: [customerId] })
    const [first, second] = [await resetLinkFor(), await resetLinkFor()]
    const use = (link: string) => ask(portal, resetPassword, { body: { link, password: chosen } })
    expect((await use(second)).status).toBe(200)
    expect(await use(first)).toMatchObject({ status: 410, code: 'link_over' })
    const third = await resetLinkFor()
    later(60)
    expect((await use(third)).status).toBe(410)
  })

  test('has a link for each account of a mailbox that sees the holder', async () => {
    await anAccount(portal, { email, login: 'one', customerIds: [customerId] })
    await anAccount(portal, { email, login: 'two', customerIds: [customerId] })
    await anAccount(portal, { email, login: 'three' })
    await reset()
    expect((await mailsOf(portal)).map(({ text }) => /usuario (\w+)/.exec(text)![1])).toEqual(['one', 'two'])
  })

  test('tells what is wrong field by field', async () => {
    const wrong = await reset({ nif: '1', email: '' })
    expect([wrong.status, wrong.code]).toEqual([400, 'invalid'])
    expect(wrong.body.errors).toEqual({
      nif: ['Este NIF no es correcto. Revisa los números y la letra.'],
      email: ['Falta este dato.'],
    })
    expect((await reset({ nif: undefined })).body.errors).toEqual({ nif: ['Falta este dato.'] })
  })

  test('is throttled, and nobody keeps its owner from asking who knows only their NIF or only their address', async () => {
    const strange = ['99300111A', '99300222E', '99300333H', '99300444Z', '99300555X', '99300777W']
    for (const [count, another] of strange.entries()) {
      expect((await reset({ email: `${count}@example.com` })).status).toBe(200)
      expect((await reset({ nif: another })).status).toBe(200)
    }
    for (let count = 0; count < 5; count++) expect((await reset()).status).toBe(200)
    expect(await reset()).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('lets its owner in by the mailed link while others try the password everywhere', async () => {
    await anAccount(portal, { email, login: 'marta', customerIds: [customerId] })
    const besiege = async () => {
      for (let count = 0; count < 12; count++) await enter('marta', `Wrong-${count}-guess`)
      expect((await enter('marta', password)).status).toBe(429)
    }
    await besiege()
    const done = await ask(portal, resetPassword, { body: { link: await resetLinkFor(), password: chosen } })
    expect(done.status).toBe(200)
    const device = done.cookies.find((cookie) => cookie.includes('known_device='))!.split(';')[0]!
    await besiege()
    const from = { cookie: device, 'sec-fetch-site': 'same-origin' }
    expect((await ask(portal, logIn, { body: { user: 'marta', password: chosen } }, from)).status).toBe(200)
  })

  test('or a changed one ends every link, half a log-in and draft that were handed out before', async () => {
    const userId = await anAccount(portal, { email, login: 'marta', customerIds: [customerId] })
    const { db, clock } = portal.context
    const linkOf = () => resetLinkFor()
    const reachable = async () => {
      const link = await linkOf()
      const lead = await aLead(userId)
      const challenge = await keepChallenge(db, { purpose: 'second_step', userId, now: clock() })
      return { link, lead, challenge }
    }
    const open = async ({ link, lead, challenge }: Awaited<ReturnType<typeof reachable>>) => ({
      link: (await findOpenLink(db, { purpose: 'reset', secret: link, now: clock() })) !== undefined,
      draft: (await db.selectFrom('lead').where('lead_id', '=', lead).select('resume_hash').executeTakeFirstOrThrow())
        .resume_hash,
      step: (await findChallenge(db, { purpose: 'second_step', challengeId: challenge, now: clock() })) !== undefined,
    })
    const nothing = { link: false, draft: null, step: false }

    const before = await reachable()
    expect(await open(before)).toEqual({ link: true, draft: expect.any(String), step: true })
    const body = { current: password, password: chosen }
    await (await portal.as(userId)).send(changePassword, { body })
    expect(await open(before)).toEqual(nothing)
    const stale = await ask(portal, resetPassword, { body: { link: before.link, password: `${chosen}x` } })
    expect(stale).toMatchObject({ status: 410, code: 'link_over' })

    const again = await reachable()
    await ask(portal, resetPassword, { body: { link: await linkOf(), password: `${chosen}y` } })
    expect(await open(again)).toEqual(nothing)
  })
})

/** A lead of somebody with an account, with a link by which it is gone on with. */
async function aLead(userId: number): Promise<number> {
  const now = portal.context.clock()
  const { lead_id } = await portal.context.db
    .insertInto('lead')
    .values({
      kind: 'electricity',
      locale: 'es',
      user_id: userId,
      visitor_hash: 'of a visitor',
      resume_hash: `of a link ${Math.random()}`,
      created_at: now,
      updated_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  return lead_id
}
