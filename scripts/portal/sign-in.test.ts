import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { changePassword, logInClient, readProfile } from '#domains/session/api.ts'
import { anAccount, auditOf, callWithoutSession } from '#domains/session/server/session-testing.ts'
import { type as typeInto } from '../testing/type.ts'

let portal: TestPortal
let userId: number

beforeAll(async () => {
  portal = await startTestPortal()
  userId = await anAccount(portal, { login: 'anna', name: 'Anna' })
})
afterAll(() => portal.close())

const type = (...words: string[]) => typeInto('portal', portal.environment, words)

describe('a read-only token, made while the server runs', () => {
  test('shows what the customer sees and changes nothing; only the token is printed', async () => {
    const { code, printed, complaint } = await type('token', 'Anna', '--readonly')
    expect(code).toBe(0)
    expect(complaint).toContain('http://localhost:3000/?token=... once, within 30 minutes')
    const authorization = `Bearer ${printed.trim()}`
    expect((await callWithoutSession(portal, readProfile, {}, { authorization })).body).toMatchObject({ name: 'Anna' })
    const body = { current: 'whatever-it-is', password: 'Camins-de-nit-42' }
    expect(await callWithoutSession(portal, changePassword, { body }, { authorization })).toMatchObject({
      status: 403,
      code: 'token_readonly',
    })
    expect(await auditOf(portal, userId)).toContainEqual(['token_made', { readonly: true }])
  })
})

describe('a client of a user', () => {
  test('signs in with the id and secret that are printed once, until it is revoked', async () => {
    const { code, printed, complaint } = await type('client', 'anna')
    expect({ code, complaint }).toEqual({ code: 0, complaint: expect.stringContaining('this once') })
    const [, client_id = '', secret = ''] = /^client_id: (\S+)\nsecret: (\S+)\n$/.exec(printed)!
    const enter = () => callWithoutSession(portal, logInClient, { body: { client_id, secret } })
    expect((await enter()).status).toBe(200)

    const storedCredentials = await portal.context.db.selectFrom('client_credential').selectAll().execute()
    expect(JSON.stringify(storedCredentials)).not.toContain(secret)

    expect(await type('client', 'anna', '--revoke')).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^Revoked 1 /),
    })
    expect((await enter()).status).toBe(401)
  })
})

const refused: [reason: string, words: string[], complaint: string][] = [
  ['an unknown user', ['token', 'ana', '--readonly'], 'There is no user ana.'],
  ['a client of an unknown user', ['client', 'ana'], 'There is no user ana.'],
  ['a revocation for an unknown user', ['client', 'ana', '--revoke'], 'There is no user ana.'],
  ['a missing user', ['token', '--readonly'], 'token takes one USER'],
  ['two users', ['client', 'anna', 'biel'], 'client takes one USER'],
  ['a writable token', ['token', 'anna'], 'This command creates read-only tokens only'],
]
test.each(refused)('%s is reported as a sentence, without a stack trace', async (_, words, complaint) => {
  const answer = await type(...words)
  expect(answer).toMatchObject({ code: 1, printed: '' })
  expect(answer.complaint).toContain(complaint)
  expect(answer.complaint.trim().split('\n')).toHaveLength(1)
})
