import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import type { Call } from '#kit/call.ts'
import {
  addPasskey,
  beginCodeApp,
  beginNewPasskey,
  beginPasskey,
  changePassword,
  confirmCodeApp,
  listProofs,
  logIn,
  logInByPasskey,
  proveIdentity,
  readProfile,
  readSecurity,
  removeCodeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  takeSecondStep,
} from '../api.ts'
import { codeAt } from './one-time-codes.ts'
import { anAccount, ask, auditOf, password } from './testing.ts'

const noon = new Date('2026-11-20T11:00:00Z')
let portal: TestPortal

beforeAll(async () => {
  portal = await testPortal({ now: noon })
})
beforeEach(() => portal.setClock(noon))
afterAll(() => portal.close())

const secondsLater = (seconds: number) => portal.setClock(new Date(noon.getTime() + seconds * 1000))
const unknownId = 'ffffffff-0000-4000-8000-000000000000'

/** Somebody whose log-ins ask for a code, since a minute before noon. */
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
  const kept = portal.context.db.insertInto('passkey').values({ user_id: userId, ...key })
  return (await kept.returning('passkey_id').executeTakeFirstOrThrow()).passkey_id
}

async function halfIn(login: string): Promise<string> {
  const { status, body } = await ask(portal, logIn, { body: { user: login, password } })
  expect(status).toBe(200)
  expect(body.token).toBeUndefined()
  return body.second_factor.id
}

const tell = async (userId: number) => {
  const told = portal.context.db.selectFrom('outbox_message').select('kind').where('user_id', '=', userId)
  return (await told.orderBy('created_at').execute()).map(({ kind }) => kind)
}

describe('an app of one-time codes', () => {
  test('is switched on by a code of it, with recovery codes and a word to the owner', async () => {
    const userId = await anAccount(portal, { login: 'starter', email: 'starter@example.test' })
    const person = await portal.as(userId)
    const { secret, address, qr } = await person.send(beginCodeApp, {})
    expect(address).toContain(`otpauth://totp/Demo%20Energia:starter%40example.test?secret=${secret}`)
    expect(qr.path).toMatch(/^M/)
    expect(await person.send(readSecurity, {})).toEqual({ code_app: false, recovery_codes_left: 0, passkeys: [] })
    expect(
      (await ask(portal, logIn, { body: { user: 'starter', password } })).body.token,
      'not confirmed',
    ).toBeDefined()

    const wrong = await person.ask(confirmCodeApp, { body: { code: '000000' } })
    expect([wrong.statusCode, wrong.json().errors]).toEqual([400, { code: [expect.stringContaining('código')] }])
    const { recovery_codes } = await person.send(confirmCodeApp, { body: { code: codeAt(secret, noon) } })
    expect(recovery_codes).toHaveLength(10)
    expect(await person.send(readSecurity, {})).toMatchObject({ code_app: true, recovery_codes_left: 10 })
    expect(await tell(userId)).toEqual(['session.secondFactorOn'])
    expect((await person.ask(beginCodeApp, {})).json().message, 'once on it is taken away first').toBe('code_app_on')
    const { sealed_secret } = await portal.context.db
      .selectFrom('code_app')
      .select('sealed_secret')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    expect(sealed_secret).not.toContain(secret)
  })

  test('is asked for after the password, and lets in by a code that is good once', async () => {
    const { userId, secret } = await guarded('coder')
    const { body } = await ask(portal, logIn, { body: { user: 'coder', password } })
    expect(body.second_factor).toEqual({ id: expect.any(String), kinds: ['code', 'recovery_code'], passkey: null })
    const { id } = body.second_factor
    const step = { body: { id, code: codeAt(secret, noon) } }
    const entered = await ask(portal, takeSecondStep, step)
    expect(entered.body).toEqual({ token: expect.stringMatching(/^ey/), change_password: false })
    expect(entered.cookies.join()).toContain('token=ey')
    expect((await ask(portal, readProfile, {}, { authorization: `Bearer ${entered.body.token}` })).status).toBe(200)
    expect((await auditOf(portal, userId)).at(-1)).toEqual(['logged_in', { by: 'code', readonly: false }])
    expect(await ask(portal, takeSecondStep, step)).toMatchObject({ status: 401, code: 'second_factor_over' })
    const next = { body: { id: await halfIn('coder'), code: codeAt(secret, noon) } }
    expect((await ask(portal, takeSecondStep, next)).code, 'the same code').toBe('second_factor_wrong')
  })

  test('cannot be guessed at, nor taken too late, nor by another’s step', async () => {
    const { secret, userId } = await guarded('guessed')
    const id = await halfIn('guessed')
    const unknown = await ask(portal, takeSecondStep, { body: { id: unknownId, code: '123456' } })
    expect(unknown).toMatchObject({ status: 401, code: 'second_factor_over' })
    for (let tries = 0; tries < 10; tries++)
      expect((await ask(portal, takeSecondStep, { body: { id, code: '000000' } })).code).toBe('second_factor_wrong')
    const right = { body: { id, code: codeAt(secret, noon) } }
    expect(await ask(portal, takeSecondStep, right)).toMatchObject({ status: 429, code: 'too_many_attempts' })
    expect((await auditOf(portal, userId)).map(([action]) => action)).toContain('second_step_failed')
    secondsLater(20 * 60)
    expect((await ask(portal, takeSecondStep, right)).code).toBe('second_factor_over')
  })

  test('is switched off again, of which the owner is told', async () => {
    const { userId, person } = await guarded('quitter')
    await person.send(removeCodeApp, {})
    expect(await person.send(readSecurity, {})).toEqual({ code_app: false, recovery_codes_left: 0, passkeys: [] })
    expect((await ask(portal, logIn, { body: { user: 'quitter', password } })).body.token).toBeDefined()
    expect(await tell(userId)).toEqual(['session.secondFactorOn', 'session.secondFactorOff'])
    expect((await person.ask(removeCodeApp, {})).json().message).toBe('code_app_off')
    expect((await person.ask(renewRecoveryCodes, {})).json().message).toBe('second_factor_off')
  })
})

describe('recovery codes', () => {
  test('let in once each, however they are typed', async () => {
    const { recoveryCodes } = await guarded('loser')
    const typed = recoveryCodes[0]!.toUpperCase().replace('-', ' ')
    const entered = await ask(portal, takeSecondStep, { body: { id: await halfIn('loser'), code: typed } })
    expect(entered.status).toBe(200)
    const again = await ask(portal, takeSecondStep, { body: { id: await halfIn('loser'), code: typed } })
    expect(again.code).toBe('second_factor_wrong')
  })

  test('made anew replace those from before', async () => {
    const { person, recoveryCodes, login } = await guarded('renewer')
    const { recovery_codes: fresh } = await person.send(renewRecoveryCodes, {})
    const old = await ask(portal, takeSecondStep, { body: { id: await halfIn(login), code: recoveryCodes[1]! } })
    expect(old.code).toBe('second_factor_wrong')
    expect((await ask(portal, takeSecondStep, { body: { id: await halfIn(login), code: fresh[1]! } })).status).toBe(200)
  })
})

describe('a proof by who has a second factor', () => {
  test('is a code, and never the password alone', async () => {
    const { person, secret } = await guarded('prover')
    expect(await person.send(listProofs, {})).toEqual({ kinds: ['code', 'recovery_code'] })
    secondsLater(15 * 60)
    const change = { body: { current: password, password: 'Camins-de-nit-42' } }
    expect((await person.ask(changePassword, change)).json().message).toBe('fresh_authentication_required')
    expect((await person.ask(proveIdentity, { body: { password } })).json().message).toBe('proof_wrong')
    const code = codeAt(secret, portal.context.clock())
    expect((await person.ask(proveIdentity, { body: { code } })).statusCode).toBe(204)
    expect((await person.ask(changePassword, change)).statusCode).toBe(200)
  })
})

describe('a passkey', () => {
  test('is asked for by name of the host, and what no browser signed is refused', async () => {
    const userId = await anAccount(portal, { login: 'keyless', name: 'Key Less' })
    const person = await portal.as(userId)
    const { id, options } = await person.send(beginNewPasskey, {})
    expect(options).toMatchObject({ rp: { id: 'portal.test', name: 'Demo Energia' }, user: { name: 'keyless' } })
    const refused = await person.ask(addPasskey, { body: { id, answer: { id: 'x' }, name: 'Phone' } })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'passkey_refused'])
    expect(await person.send(readSecurity, {})).toMatchObject({ passkeys: [], recovery_codes_left: 0 })

    const question = await ask(portal, beginPasskey, {}, { host: 'portal.test' })
    expect(question.body.options).toMatchObject({ rpId: 'portal.test', userVerification: 'required' })
    const answered = await ask(portal, logInByPasskey, { body: { id: question.body.id, answer: { id: 'x' } } })
    expect(answered).toMatchObject({ status: 401, code: 'passkey_wrong' })
  })

  test('is renamed and removed by its owner alone', async () => {
    const userId = await anAccount(portal, { login: 'owner of keys' })
    const person = await portal.as(userId)
    const params = { id: String(await aPasskey(userId)) }
    const stranger = await portal.as(await anAccount(portal))
    expect((await stranger.ask(renamePasskey, { params, body: { name: 'Mine' } })).statusCode).toBe(404)
    expect((await stranger.ask(removePasskey, { params })).statusCode).toBe(404)
    expect((await person.ask(renamePasskey, { params, body: { name: ' ' } })).statusCode).toBe(400)
    await person.send(renamePasskey, { params, body: { name: ' Work phone ' } })
    expect((await person.send(readSecurity, {})).passkeys).toMatchObject([{ name: 'Work phone', last_used_at: null }])
    await person.send(removePasskey, { params })
    expect((await person.send(readSecurity, {})).passkeys).toEqual([])
    expect(await tell(userId)).toEqual(['session.secondFactorOff'])
  })
})

describe('nobody changes by what somebody comes in', () => {
  const own: [Call, object][] = [
    [beginCodeApp, {}],
    [confirmCodeApp, { body: { code: '123456' } }],
    [removeCodeApp, {}],
    [renewRecoveryCodes, {}],
    [beginNewPasskey, {}],
    [addPasskey, { body: { id: unknownId, answer: {}, name: 'a' } }],
  ]
  test.each(own.map(([call, sent]) => [call.path, call, sent] as const))(
    'without a session or only looking: %s',
    async (_, call, sent) => {
      expect((await ask(portal, call, sent as never)).status).toBe(401)
      const looking = await portal.as(await anAccount(portal), { readonly: true })
      expect((await looking.ask(call, sent as never)).json().message).toBe('token_readonly')
    },
  )

  test.each([[beginCodeApp], [removeCodeApp], [renewRecoveryCodes], [beginNewPasskey]] as [Call][])(
    'without a new proof: $path',
    async (call) => {
      const person = await portal.as(await anAccount(portal))
      secondsLater(11 * 60)
      expect((await person.ask(call, {} as never)).json().message).toBe('fresh_authentication_required')
    },
  )

  test('a passkey is renamed and removed by nobody without a session or only looking, and removed with a new proof', async () => {
    const userId = await anAccount(portal)
    const params = { id: String(await aPasskey(userId)) }
    const rename = { params, body: { name: 'Mine' } }
    const person = await portal.as(userId)
    const looking = await portal.as(userId, { readonly: true })
    expect((await ask(portal, renamePasskey, rename)).status).toBe(401)
    expect((await ask(portal, removePasskey, { params })).status).toBe(401)
    expect((await looking.ask(renamePasskey, rename)).json().message).toBe('token_readonly')
    expect((await looking.ask(removePasskey, { params })).json().message).toBe('token_readonly')
    secondsLater(11 * 60)
    expect((await person.ask(removePasskey, { params })).json().message).toBe('fresh_authentication_required')
    expect((await person.send(readSecurity, {})).passkeys).toMatchObject([{ name: 'Phone' }])
  })

  test('a passkey wants a name', async () => {
    const person = await portal.as(await anAccount(portal))
    const nameless = await person.ask(addPasskey, { body: { id: unknownId, answer: {}, name: ' ' } })
    expect([nameless.statusCode, Object.keys(nameless.json().errors)]).toEqual([400, ['name']])
  })

  test('what is kept is for its owner to read', async () => {
    expect((await ask(portal, readSecurity, {})).status).toBe(401)
  })
})
