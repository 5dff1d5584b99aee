import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { insertContract, insertCustomer, insertInvoice, insertUser } from '#app/server/testing/builders.ts'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { changePassword, logIn, readProfile } from '#domains/session/api.ts'
import { findOpenLink } from '#domains/session/server/accounts/account-link-store.ts'
import { findChallenge, storeChallenge } from '#domains/session/server/second-factor/second-factor-store.ts'
import { anAccount, auditOf, callWithoutSession, password } from '#domains/session/server/session-testing.ts'
import { msPerHour } from '#vocabulary/durations.ts'
import { activateAccount, readLink, requestPasswordReset, resetPassword, signUp } from '../api.ts'
import { secretIn, sendPendingMails } from './accounts-testing.ts'

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
  portal = await startTestPortal({ now: start })
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
  customerId = await insertCustomer(db, { tax_id: nif, name: 'Marta Vila Serra' })
  const contract = await insertContract(db, { customerId, name: '0049077' })
  await insertInvoice(db, { contract, number: 'FE2026/7' })
})

const later = (minutes: number) => portal.setClock(new Date(portal.context.clock().getTime() + minutes * 60_000))
const sign = (typed: object = {}) => callWithoutSession(portal, signUp, { body: { ...form, ...typed } as never })
const reset = (typed: object = {}) =>
  callWithoutSession(portal, requestPasswordReset, { body: { nif, email, ...typed } as never })
const activate = (link: string, chosenPassword = chosen) =>
  callWithoutSession(portal, activateAccount, { body: { link, password: chosenPassword } })
const enter = (user: string, typed: string) => callWithoutSession(portal, logIn, { body: { user, password: typed } })
const accounts = () => portal.context.db.selectFrom('user_account').selectAll().execute()
const kinds = async () => {
  const rows = await portal.context.db.selectFrom('outbox_message').select(['kind', 'to_address']).execute()
  return rows.map(({ kind, to_address }) => (to_address ? `${kind} to ${to_address}` : kind)).sort()
}

/** Signs up and returns the secret of the link that arrives. */
async function linkFor(typed: object = {}): Promise<string> {
  await sign(typed)
  return secretIn((await sendPendingMails(portal)).at(0)!)
}

async function resetLinkFor(): Promise<string> {
  await reset()
  return secretIn((await sendPendingMails(portal)).at(-1)!)
}

describe('a sign-up', () => {
  test('may be wrapped in the name of its payload, as in the contracting steps', async () => {
    const { status, body } = await callWithoutSession(portal, signUp, { body: { FormConfirm: form } })
    expect([status, body.result.render.errors]).toEqual([200, []])
    expect(await sendPendingMails(portal)).toHaveLength(1)
  })

  test('gets the same response whether or not there is a match, and reports the outcome only by mail', async () => {
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
    const mails = await sendPendingMails(portal)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Elige tu contraseña y activa tu cuenta']])
    // A mail that reaches the wrong person must reveal nothing about the holder.
    expect(mails[0]!.text).not.toMatch(/Marta|0049077|99100733/)
  })

  test('deletes the stored request after processing', async () => {
    await sign()
    await sendPendingMails(portal)
    expect(await portal.context.db.selectFrom('account_request').selectAll().execute()).toEqual([])
  })

  test('creates an account with the contracts of the holder, and signs in', async () => {
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
    expect((await callWithoutSession(portal, readProfile, {}, headers)).body).toMatchObject({
      email,
      name: 'Marta Vila Serra',
    })
    for (const user of [nif, '99.100.733-N', email]) expect((await enter(user, chosen)).status).toBe(200)
    expect((await sendPendingMails(portal)).map(({ subject }) => subject)).toEqual(['Tu cuenta está activa'])
  })

  test('records the acceptance of terms and data protection, for the e-mail address and then for the account', async () => {
    const { db } = portal.context
    const consentEmail = 'consent@example.com'
    await activate(await linkFor({ email: consentEmail, email2: consentEmail }))
    const [account] = await accounts()
    const entries = await db
      .selectFrom('consent_entry')
      .where('subject', 'in', [String(account!.user_id), createHash('sha256').update(consentEmail).digest('base64url')])
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

  test('activates the account that the retailer has prepared, with the e-mail address of its owner', async () => {
    const { db } = portal.context
    const userId = await insertUser(db, { login: 'marta', email: 'old@example.com', customerIds: [customerId] })
    const secret = await linkFor()
    expect(await kinds()).toEqual([`accounts.activation to ${email}`, 'accounts.askedElsewhere to old@example.com'])
    expect((await activate(secret)).status).toBe(200)
    expect(await accounts()).toMatchObject([{ user_id: userId, login: 'marta', email }])
  })

  test('notifies the address on file where another one was given', async () => {
    await portal.context.db.updateTable('customer').set({ email: 'Real@Example.org' }).execute()
    await sign()
    const mails = await sendPendingMails(portal)
    expect(mails.map(({ to }) => to).sort()).toEqual([email, 'real@example.org'])
    expect(mails.find(({ to }) => to === 'real@example.org')!.text).toContain('m•••@example.com')
  })

  test('for a holder with an account notifies them and creates no link', async () => {
    await anAccount(portal, { email: 'own@example.org', customerIds: [customerId] })
    const answer = await sign()
    expect(answer.body.result.render.errors).toEqual([])
    expect((await sendPendingMails(portal)).map(({ to, subject }) => [to, subject])).toEqual([
      ['own@example.org', 'Ya tienes una cuenta'],
    ])
    expect(await portal.context.db.selectFrom('account_link').selectAll().execute()).toEqual([])
  })

  test('with the e-mail address of another user’s account notifies them, whether or not the contract matches', async () => {
    await anAccount(portal, { email })
    await sign()
    await sign({ contract: '0000001' })
    expect((await sendPendingMails(portal)).map(({ subject }) => subject)).toEqual([
      'Ya tienes una cuenta',
      'Ya tienes una cuenta',
    ])
  })

  test('for a user of the identity provider alone creates no link either', async () => {
    const userId = await insertUser(portal.context.db, { customerIds: [customerId] })
    const identity = { issuer: 'https://idp.example', subject: 'm', user_id: userId, linked_at: start }
    await portal.context.db.insertInto('external_identity').values(identity).execute()
    await sign()
    expect(await kinds()).toEqual([])
    await sendPendingMails(portal)
    expect(await kinds()).toEqual(['accounts.accountThere'])
  })

  test.each([
    ['the right number', 'fe2026/7', 1],
    ['another', 'FE2026/8', 0],
  ])('requires the number of an invoice: %s', async (_, invoiceNumber, mailCount) => {
    await sign({ invoiceNumber })
    expect(await sendPendingMails(portal)).toHaveLength(mailCount)
    const missing = await sign({ invoiceNumber: undefined })
    expect(missing.body.result.render.errors).toEqual(['Pon el número de una factura.'])
  })

  test('requires no invoice number where the setting is off', async () => {
    await portal.set('signup.invoiceNumberField', false)
    try {
      await sign({ invoiceNumber: undefined })
      expect(await sendPendingMails(portal)).toHaveLength(1)
    } finally {
      await portal.set('signup.invoiceNumberField', true)
    }
  })

  test('with invalid fields is answered with the reasons, as the specification requires, in the language of the visitor', async () => {
    const wrong = await sign({ nif: '1', email2: 'other@example.com', accept_gdpr: false })
    expect(wrong.status).toBe(200)
    expect(wrong.body.result.render.errors).toEqual([
      'Este NIF no es correcto. Revisa los números y la letra.',
      'Los dos correos no son iguales. Escribe el mismo en ambos.',
      'Marca la casilla para crear la cuenta.',
    ])
    const english = await callWithoutSession(
      portal,
      signUp,
      { body: { ...form, nif: '' } },
      { 'accept-language': 'en' },
    )
    expect(english.body.result.render.errors).toEqual(['Enter the NIF, NIE or CIF.'])
    expect(await sendPendingMails(portal)).toEqual([])
  })

  test.each([
    ['a missing member', { nif: undefined }, 'nif', 'Falta este dato.'],
    ['an unknown member', { admin: true }, 'admin', 'Este dato no se espera.'],
    ['a member that is too long', { contract: 'x'.repeat(51) }, 'contract', 'Como máximo, 50 caracteres.'],
  ])('with an invalid shape is refused: %s', async (_, typed, field, text) => {
    const answer = await sign(typed)
    expect([answer.status, answer.code]).toEqual([400, 'invalid'])
    expect(answer.body.errors).toEqual({ [field]: [text] })
  })

  test('is refused where sign-up or passwords are switched off', async () => {
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

  test('is refused in a read-only session', async () => {
    const reader = await portal.as(await anAccount(portal), { readonly: true })
    const answer = await reader.sendRaw(signUp, { body: form })
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'token_readonly'])
  })

  test('is retried when processing fails, and deleted after the last try', async () => {
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
    const { processNextRequest } = await import('./process-account-requests.ts')
    const failures: object[] = []
    const deps = { ...portal.context, log: { error: (details: object) => failures.push(details) } }
    for (let round = 0; round < 7; round++) {
      await processNextRequest(deps)
      later(2)
    }
    expect(failures).toHaveLength(5)
    expect(await portal.context.db.selectFrom('account_request').selectAll().execute()).toEqual([])
  })
})

describe('an activation link', () => {
  test('is not stored in the database as it is mailed', async () => {
    const secret = await linkFor()
    const { rows } = await portal.context.pool.query(
      'select row_to_json(account_link)::text as row from account_link union all select row_to_json(outbox_message)::text from outbox_message',
    )
    expect(rows.length).toBe(2)
    for (const { row } of rows) expect(row).not.toContain(secret)
  })

  test('works once, also under concurrent use', async () => {
    const secret = await linkFor()
    const both = await Promise.all([activate(secret), activate(secret)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410])
    expect(await activate(secret)).toMatchObject({ status: 410, code: 'link_over' })
    expect(await accounts()).toHaveLength(1)
  })

  test('is valid for as long as the settings say', async () => {
    const secret = await linkFor()
    later(24 * 60)
    expect(await activate(secret)).toMatchObject({ status: 410, code: 'link_over' })
  })

  test('expires when another link has created the account', async () => {
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

  test('cannot be replaced by a reset link', async () => {
    await anAccount(portal, { email, customerIds: [customerId] })
    expect((await activate(await resetLinkFor())).status).toBe(410)
  })

  test.each([
    ['too short', 'Ab-1', 'Es demasiado corta.'],
    ['its owner’s name', 'Marta-vila-2026', 'Lleva tu nombre, tu correo, tu usuario o tu NIF. Piensa otra.'],
    ['commonly used', 'Password-1', 'Es fácil de adivinar. Junta varias palabras sin relación.'],
  ])('stays valid after a password that is %s', async (_, typed, text) => {
    const secret = await linkFor()
    const refused = await activate(secret, typed)
    expect([refused.status, refused.body.errors.password]).toEqual([400, expect.arrayContaining([text])])
    expect((await activate(secret)).status).toBe(200)
  })

  test('is rate-limited per network', async () => {
    for (let count = 0; count < 60; count++) await activate('x')
    expect(await activate('x')).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('is recognised by the cookie of the browser that followed it, and reports its login', async () => {
    const secret = await linkFor()
    const readLinkWith = (cookie: string) =>
      callWithoutSession(portal, readLink, { params: { purpose: 'activation' } }, { cookie })
    expect((await readLinkWith(`activation_link=${secret}`)).body).toEqual({ is_open: true, user: nif, outcome: null })
    const ofNobody = { is_open: false, user: null, outcome: null }
    expect((await readLinkWith('activation_link=wrong')).body).toEqual(ofNobody)
    expect((await callWithoutSession(portal, readLink, { params: { purpose: 'other' } })).status).toBe(404)
    const set = await callWithoutSession(
      portal,
      activateAccount,
      { body: { password: chosen } },
      { cookie: `activation_link=${secret}`, origin: 'http://portal.test' },
    )
    expect(set.status).toBe(200)
    expect(set.cookies.some((cookie) => /^activation_link=;/.test(cookie))).toBe(true)
    const outcome = { used_at: portal.context.clock().toISOString(), signature: null }
    expect((await readLinkWith(`activation_link=${secret}`)).body).toEqual({ is_open: false, user: null, outcome })
    expect((await readLinkWith(`reset_link=${secret}`)).body).toEqual(ofNobody)
  })
})

describe('a password reset', () => {
  test('gets the same response whether or not there is such an account', async () => {
    await anAccount(portal, { email, login: 'marta', customerIds: [customerId] })
    const answers = [
      await reset(),
      await reset({ email: 'nobody@example.com' }),
      await reset({ nif: '99300111A', email: 'another@example.com' }),
    ]
    for (const { status, body } of answers) expect([status, body]).toEqual([200, { status: 'OK' }])
    const mails = await sendPendingMails(portal)
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([[email, 'Elige una contraseña nueva']])
    expect(mails[0]!.text).toContain('el usuario marta')
  })

  test('sets the password by link, ends every session, notifies the owner and leaves the second factors', async () => {
    const userId = await anAccount(portal, { email: 'Marta@Example.com', login: 'marta', customerIds: [customerId] })
    await portal.context.db
      .insertInto('code_app')
      .values({ user_id: userId, sealed_secret: 'x', confirmed_at: start })
      .execute()
    const before = await portal.as(userId)
    await before.send(readProfile, {})
    for (let count = 0; count < 11; count++) await enter('marta', 'Wrong-1-wrong')
    const secret = await resetLinkFor()
    const done = await callWithoutSession(portal, resetPassword, { body: { link: secret, password: chosen } })
    expect([done.status, done.body]).toEqual([200, { status: 'OK' }])
    expect(done.cookies.some((cookie) => cookie.startsWith('token='))).toBe(false)
    expect((await before.sendRaw(readProfile, {})).statusCode).toBe(401)
    expect((await enter('marta', password)).status).toBe(401)
    expect((await enter('marta', chosen)).body).toHaveProperty('second_factor')
    expect((await sendPendingMails(portal)).map(({ subject }) => subject)).toEqual(['Has cambiado tu contraseña'])
    expect(await auditOf(portal, userId)).toContainEqual(['password_reset'])
    expect(
      (await callWithoutSession(portal, resetPassword, { body: { link: secret, password: `${chosen}x` } })).status,
    ).toBe(410)
  })

  test('sends links that are valid for an hour and expire when the first one is used', async () => {
    await anAccount(portal, { email, customerIds: [customerId] })
    const [first, second] = [await resetLinkFor(), await resetLinkFor()]
    const use = (link: string) => callWithoutSession(portal, resetPassword, { body: { link, password: chosen } })
    expect((await use(second)).status).toBe(200)
    expect(await use(first)).toMatchObject({ status: 410, code: 'link_over' })
    const third = await resetLinkFor()
    later(60)
    expect((await use(third)).status).toBe(410)
  })

  test('sends a link for each account of the mailbox that sees the holder', async () => {
    await anAccount(portal, { email, login: 'one', customerIds: [customerId] })
    await anAccount(portal, { email, login: 'two', customerIds: [customerId] })
    await anAccount(portal, { email, login: 'three' })
    await reset()
    expect((await sendPendingMails(portal)).map(({ text }) => /usuario (\w+)/.exec(text)![1])).toEqual(['one', 'two'])
  })

  test('reports problems field by field', async () => {
    const wrong = await reset({ nif: '1', email: '' })
    expect([wrong.status, wrong.code]).toEqual([400, 'invalid'])
    expect(wrong.body.errors).toEqual({
      nif: ['Este NIF no es correcto. Revisa los números y la letra.'],
      email: ['Falta este dato.'],
    })
    expect((await reset({ nif: undefined })).body.errors).toEqual({ nif: ['Falta este dato.'] })
  })

  test('is throttled, but not by requests with only the NIF or only the e-mail address', async () => {
    const strange = ['99300111A', '99300222E', '99300333H', '99300444Z', '99300555X', '99300777W']
    for (const [count, another] of strange.entries()) {
      expect((await reset({ email: `${count}@example.com` })).status).toBe(200)
      expect((await reset({ nif: another })).status).toBe(200)
    }
    for (let count = 0; count < 5; count++) expect((await reset()).status).toBe(200)
    expect(await reset()).toMatchObject({ status: 429, code: 'too_many_attempts' })
  })

  test('lets the owner in by the mailed link while an attacker tries passwords everywhere', async () => {
    await anAccount(portal, { email, login: 'marta', customerIds: [customerId] })
    const besiege = async () => {
      for (let count = 0; count < 12; count++) await enter('marta', `Wrong-${count}-guess`)
      expect((await enter('marta', password)).status).toBe(429)
    }
    await besiege()
    const done = await callWithoutSession(portal, resetPassword, {
      body: { link: await resetLinkFor(), password: chosen },
    })
    expect(done.status).toBe(200)
    const device = done.cookies.find((cookie) => cookie.includes('known_device='))!.split(';')[0]!
    await besiege()
    const from = { cookie: device, 'sec-fetch-site': 'same-origin' }
    expect((await callWithoutSession(portal, logIn, { body: { user: 'marta', password: chosen } }, from)).status).toBe(
      200,
    )
  })

  test('expires every earlier link, pending second step and resume link, as does a password change', async () => {
    const userId = await anAccount(portal, { email, login: 'marta', customerIds: [customerId] })
    const { db, clock } = portal.context
    const linkOf = () => resetLinkFor()
    const reachable = async () => {
      const link = await linkOf()
      const lead = await aLead(userId)
      const challenge = await storeChallenge(db, { purpose: 'second_step', userId, now: clock() })
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
    const stale = await callWithoutSession(portal, resetPassword, {
      body: { link: before.link, password: `${chosen}x` },
    })
    expect(stale).toMatchObject({ status: 410, code: 'link_over' })

    const again = await reachable()
    await callWithoutSession(portal, resetPassword, { body: { link: await linkOf(), password: `${chosen}y` } })
    expect(await open(again)).toEqual(nothing)
  })
})

/** Creates a lead of a user with an account, with a resume link. */
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
      expires_at: new Date(now.getTime() + msPerHour),
    })
    .returning('lead_id')
    .executeTakeFirstOrThrow()
  return lead_id
}
