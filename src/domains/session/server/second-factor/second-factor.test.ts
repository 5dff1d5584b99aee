import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import type { Call } from '#kit/call.ts'
import {
  beginPasskeyAuthentication,
  changePassword,
  logIn,
  logInByPasskey,
  readProfile,
  verifySecondFactor,
} from '../../api.ts'
import { listReauthenticationMethods, reauthenticate } from '../../reauthentication-api.ts'
import {
  addPasskey,
  beginCodeApp,
  beginPasskeyRegistration,
  confirmCodeApp,
  readSecurity,
  removeCodeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from '../../second-factor-api.ts'
import { anAccount, auditOf, callWithoutSession, password } from '../session-testing.ts'
import { codeAt } from './one-time-codes.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal

beforeAll(async () => {
  portal = await startTestPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const secondsLater = (seconds: number) => portal.setClock(new Date(noon.getTime() + seconds * 1000))
const unknownId = 'ffffffff-0000-4000-8000-000000000000'

/** Creates a user whose sign-ins require a code, set up a minute before noon. */
async function guarded(login: string) {
  secondsLater(-60)
  const userId = await anAccount(portal, { login, email: `${login}@example.test` })
  const person = await portal.as(userId)
  const { secret } = await person.send(beginCodeApp, {})
  const code = codeAt(secret, portal.context.clock())
  const { recovery_codes: recoveryCodes } = await person.send(confirmCodeApp, { body: { code } })
  portal.setClock(noon)
  return { userId, person, secret, recoveryCodes: recoveryCodes!, login }
}

async function aPasskey(userId: number): Promise<number> {
  const key = { credential_id: `key of ${userId}`, public_key: '', sign_count: 0, name: 'Phone', created_at: noon }
  const passkeyInsert = portal.context.db.insertInto('passkey').values({ user_id: userId, ...key })
  return (await passkeyInsert.returning('passkey_id').executeTakeFirstOrThrow()).passkey_id
}

async function halfIn(login: string): Promise<string> {
  const { status, body } = await callWithoutSession(portal, logIn, { body: { user: login, password } })
  expect(status).toBe(200)
  expect(body.token).toBeUndefined()
  return body.second_factor.id
}

const listMessageKinds = async (userId: number) => {
  const outboxQuery = portal.context.db.selectFrom('outbox_message').select('kind').where('user_id', '=', userId)
  return (await outboxQuery.orderBy('created_at').execute()).map(({ kind }) => kind)
}

describe('an authenticator app', () => {
  test('is switched on by one of its codes, which creates recovery codes and notifies the owner', async () => {
    const userId = await anAccount(portal, { login: 'starter', email: 'starter@example.test' })
    const person = await portal.as(userId)
    const { secret, address, qr } = await person.send(beginCodeApp, {})
    expect(address).toContain(`otpauth://totp/Demo%20Energia:starter%40example.test?secret=${secret}`)
    expect(qr.path).toMatch(/^M/)
    expect(await person.send(readSecurity, {})).toEqual({ code_app: false, recovery_codes_left: 0, passkeys: [] })
    expect(
      (await callWithoutSession(portal, logIn, { body: { user: 'starter', password } })).body.token,
      'not confirmed yet',
    ).toBeDefined()

    const wrong = await person.sendRaw(confirmCodeApp, { body: { code: '000000' } })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { code: [expect.stringContaining('código')] }])
    const { recovery_codes } = await person.send(confirmCodeApp, { body: { code: codeAt(secret, noon) } })
    expect(recovery_codes).toHaveLength(10)
    expect(await person.send(readSecurity, {})).toMatchObject({ code_app: true, recovery_codes_left: 10 })
    expect(await listMessageKinds(userId)).toEqual(['session.secondFactorOn'])
    expect((await person.sendRaw(beginCodeApp, {})).json().message, 'must be removed first once it is on').toBe(
      'code_app_on',
    )
    const { sealed_secret } = await portal.context.db
      .selectFrom('code_app')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(sealed_secret).not.toContain(secret)
  })

  test('is required after the password, and signs in by a code that works once', async () => {
    const { userId, secret } = await guarded('coder')
    const { body } = await callWithoutSession(portal, logIn, { body: { user: 'coder', password } })
    expect(body.second_factor).toEqual({ id: expect.any(String), kinds: ['code', 'recovery_code'], passkey: null })
    const { id } = body.second_factor
    const step = { body: { id, code: codeAt(secret, noon) } }
    const entered = await callWithoutSession(portal, verifySecondFactor, step)
    expect(entered.body).toEqual({ token: expect.stringMatching(/^ey/), change_password: false })
    expect(entered.cookies.join()).toContain('token=ey')
    expect(
      (await callWithoutSession(portal, readProfile, {}, { authorization: `Bearer ${entered.body.token}` })).status,
    ).toBe(200)
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['logged_in', { by: 'code', readonly: false }])
    expect(await callWithoutSession(portal, verifySecondFactor, step)).toMatchObject({
      status: 401,
      code: 'second_factor_over',
    })
    const next = { body: { id: await halfIn('coder'), code: codeAt(secret, noon) } }
    expect((await callWithoutSession(portal, verifySecondFactor, next)).code, 'a repeated code').toBe(
      'second_factor_wrong',
    )
  })

  test('cannot be guessed, used too late, or used for the second step of another user', async () => {
    const { secret, userId } = await guarded('guessed')
    const id = await halfIn('guessed')
    const unknown = await callWithoutSession(portal, verifySecondFactor, { body: { id: unknownId, code: '123456' } })
    expect(unknown).toMatchObject({ status: 401, code: 'second_factor_over' })
    for (let tries = 0; tries < 10; tries++)
      expect((await callWithoutSession(portal, verifySecondFactor, { body: { id, code: '000000' } })).code).toBe(
        'second_factor_wrong',
      )
    const right = { body: { id, code: codeAt(secret, noon) } }
    expect(await callWithoutSession(portal, verifySecondFactor, right)).toMatchObject({
      status: 429,
      code: 'too_many_attempts',
    })
    expect((await auditOf(portal, userId)).map(([action]) => action)).toContain('second_step_failed')
    secondsLater(20 * 60)
    expect((await callWithoutSession(portal, verifySecondFactor, right)).code).toBe('second_factor_over')
  })

  test('is switched off again, and the owner is notified', async () => {
    const { userId, person } = await guarded('quitter')
    await person.send(removeCodeApp, {})
    expect(await person.send(readSecurity, {})).toEqual({ code_app: false, recovery_codes_left: 0, passkeys: [] })
    expect((await callWithoutSession(portal, logIn, { body: { user: 'quitter', password } })).body.token).toBeDefined()
    expect(await listMessageKinds(userId)).toEqual(['session.secondFactorOn', 'session.secondFactorOff'])
    expect((await person.sendRaw(removeCodeApp, {})).json().message).toBe('code_app_off')
    expect((await person.sendRaw(renewRecoveryCodes, {})).json().message).toBe('second_factor_off')
  })
})

describe('recovery codes', () => {
  test('sign in once each, however they are typed', async () => {
    const { recoveryCodes } = await guarded('loser')
    const typed = recoveryCodes[0]!.toUpperCase().replace('-', ' ')
    const entered = await callWithoutSession(portal, verifySecondFactor, {
      body: { id: await halfIn('loser'), code: typed },
    })
    expect(entered.status).toBe(200)
    const again = await callWithoutSession(portal, verifySecondFactor, {
      body: { id: await halfIn('loser'), code: typed },
    })
    expect(again.code).toBe('second_factor_wrong')
  })

  test('replace earlier ones when they are created again', async () => {
    const { person, recoveryCodes, login } = await guarded('renewer')
    const { recovery_codes: fresh } = await person.send(renewRecoveryCodes, {})
    const old = await callWithoutSession(portal, verifySecondFactor, {
      body: { id: await halfIn(login), code: recoveryCodes[1]! },
    })
    expect(old.code).toBe('second_factor_wrong')
    expect(
      (await callWithoutSession(portal, verifySecondFactor, { body: { id: await halfIn(login), code: fresh[1]! } }))
        .status,
    ).toBe(200)
  })
})

describe('re-authentication with a second factor', () => {
  test('requires a code, and never the password alone', async () => {
    const { person, secret } = await guarded('prover')
    expect(await person.send(listReauthenticationMethods, {})).toEqual({ kinds: ['code', 'recovery_code'] })
    secondsLater(15 * 60)
    const change = { body: { current: password, password: 'Camins-de-nit-42' } }
    expect((await person.sendRaw(changePassword, change)).json().message).toBe('fresh_authentication_required')
    expect((await person.sendRaw(reauthenticate, { body: { password } })).json().message).toBe('proof_wrong')
    const code = codeAt(secret, portal.context.clock())
    expect((await person.sendRaw(reauthenticate, { body: { code } })).statusCode).toBe(204)
    expect((await person.sendRaw(changePassword, change)).statusCode).toBe(200)
  })
})

describe('a passkey', () => {
  test('is requested for the host, and a response not signed by a browser is refused', async () => {
    const userId = await anAccount(portal, { login: 'keyless', name: 'Key Less' })
    const person = await portal.as(userId)
    const { id, options } = await person.send(beginPasskeyRegistration, {})
    expect(options).toMatchObject({ rp: { id: 'portal.test', name: 'Demo Energia' }, user: { name: 'keyless' } })
    const refused = await person.sendRaw(addPasskey, { body: { id, answer: { id: 'x' }, name: 'Phone' } })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'passkey_refused'])
    expect(await person.send(readSecurity, {})).toMatchObject({ passkeys: [], recovery_codes_left: 0 })

    const question = await callWithoutSession(portal, beginPasskeyAuthentication, {}, { host: 'portal.test' })
    expect(question.body.options).toMatchObject({ rpId: 'portal.test', userVerification: 'required' })
    const answered = await callWithoutSession(portal, logInByPasskey, {
      body: { id: question.body.id, answer: { id: 'x' } },
    })
    expect(answered).toMatchObject({ status: 401, code: 'passkey_wrong' })
  })

  test('is renamed and removed by its owner alone', async () => {
    const userId = await anAccount(portal, { login: 'owner of keys' })
    const person = await portal.as(userId)
    const params = { id: String(await aPasskey(userId)) }
    const stranger = await portal.as(await anAccount(portal))
    expect((await stranger.sendRaw(renamePasskey, { params, body: { name: 'Mine' } })).statusCode).toBe(404)
    expect((await stranger.sendRaw(removePasskey, { params })).statusCode).toBe(404)
    expect((await person.sendRaw(renamePasskey, { params, body: { name: ' ' } })).statusCode).toBe(400)
    await person.send(renamePasskey, { params, body: { name: ' Work phone ' } })
    expect((await person.send(readSecurity, {})).passkeys).toMatchObject([{ name: 'Work phone', last_used_at: null }])
    await person.send(removePasskey, { params })
    expect((await person.send(readSecurity, {})).passkeys).toEqual([])
    expect(await listMessageKinds(userId)).toEqual(['session.secondFactorOff'])
  })
})

describe('changes of sign-in methods', () => {
  const own: [Call, object][] = [
    [beginCodeApp, {}],
    [confirmCodeApp, { body: { code: '123456' } }],
    [removeCodeApp, {}],
    [renewRecoveryCodes, {}],
    [beginPasskeyRegistration, {}],
    [addPasskey, { body: { id: unknownId, answer: {}, name: 'a' } }],
  ]
  test.each(own.map(([call, sent]) => [call.path, call, sent] as const))(
    'are refused without a session or read-only: %s',
    async (_, call, sent) => {
      expect((await callWithoutSession(portal, call, sent as never)).status).toBe(401)
      const looking = await portal.as(await anAccount(portal), { readonly: true })
      expect((await looking.sendRaw(call, sent as never)).json().message).toBe('token_readonly')
    },
  )

  test.each([[beginCodeApp], [removeCodeApp], [renewRecoveryCodes], [beginPasskeyRegistration]] as [Call][])(
    'require a recent re-authentication: $path',
    async (call) => {
      const person = await portal.as(await anAccount(portal))
      secondsLater(11 * 60)
      expect((await person.sendRaw(call, {} as never)).json().message).toBe('fresh_authentication_required')
    },
  )

  test('of a passkey are refused without a session or read-only, and its removal requires re-authentication', async () => {
    const userId = await anAccount(portal)
    const params = { id: String(await aPasskey(userId)) }
    const rename = { params, body: { name: 'Mine' } }
    const person = await portal.as(userId)
    const looking = await portal.as(userId, { readonly: true })
    expect((await callWithoutSession(portal, renamePasskey, rename)).status).toBe(401)
    expect((await callWithoutSession(portal, removePasskey, { params })).status).toBe(401)
    expect((await looking.sendRaw(renamePasskey, rename)).json().message).toBe('token_readonly')
    expect((await looking.sendRaw(removePasskey, { params })).json().message).toBe('token_readonly')
    secondsLater(11 * 60)
    expect((await person.sendRaw(removePasskey, { params })).json().message).toBe('fresh_authentication_required')
    expect((await person.send(readSecurity, {})).passkeys).toMatchObject([{ name: 'Phone' }])
  })

  test('require a name for a passkey', async () => {
    const person = await portal.as(await anAccount(portal))
    const nameless = await person.sendRaw(addPasskey, { body: { id: unknownId, answer: {}, name: ' ' } })
    expect([nameless.statusCode, Object.keys(nameless.json().errors)]).toEqual([400, ['name']])
  })

  test('are preceded by a list that is refused without a session', async () => {
    expect((await callWithoutSession(portal, readSecurity, {})).status).toBe(401)
  })
})
