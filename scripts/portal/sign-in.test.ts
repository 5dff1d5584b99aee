import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestPortal, testPortal } from '#app/server/testing/portal.ts'
import { changePassword, logInClient, readProfile } from '#domains/session/api.ts'
import { anAccount, ask, auditOf } from '#domains/session/server/testing.ts'
import { type as typeInto } from '../testing/type.ts'

let portal: TestPortal
let userId: number

beforeAll(async () => {
  portal = await testPortal()
  userId = await anAccount(portal, { login: 'anna', name: 'Anna' })
})
afterAll(() => portal.close())

const type = (...words: string[]) => typeInto('portal', portal.environment, words)

describe('a read-only token, made while the server runs', () => {
  test('shows what the customer sees and changes nothing; nothing else is printed', async () => {
    const { code, printed, complaint } = await type('token', 'Anna', '--readonly')
    expect(code).toBe(0)
    expect(complaint).toContain('http://localhost:3000/?token=... once, within 30 minutes')
    const authorization = `Bearer ${printed.trim()}`
    expect((await ask(portal, readProfile, {}, { authorization })).body).toMatchObject({ name: 'Anna' })
    const body = { current: 'whatever-it-is', password: 'Camins-de-nit-42' }
    expect(await ask(portal, changePassword, { body }, { authorization })).toMatchObject({
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
    const enter = () => ask(portal, logInClient, { body: { client_id, secret } })
    expect((await enter()).status).toBe(200)

    const kept = await portal.context.db.selectFrom('client_credential').selectAll().execute()
    expect(JSON.stringify(kept)).not.toContain(secret)

    expect(await type('client', 'anna', '--revoke')).toMatchObject({
      code: 0,
      printed: expect.stringMatching(/^Revoked 1 /),
    })
    expect((await enter()).status).toBe(401)
  })
})

const refused: [reason: string, words: string[], complaint: string][] = [
  ['nobody has this log-in', ['token', 'ana', '--readonly'], 'There is no user ana.'],
  ['a client of nobody', ['client', 'ana'], 'There is no user ana.'],
  ['a revocation for nobody', ['client', 'ana', '--revoke'], 'There is no user ana.'],
  ['no user', ['token', '--readonly'], 'token takes one USER'],
  ['two users', ['client', 'anna', 'biel'], 'client takes one USER'],
  ['a token that could write', ['token', 'anna'], 'Only read-only tokens are made here'],
]
test.each(refused)('%s: a sentence, no trace of the program', async (_, words, complaint) => {
  const answer = await type(...words)
  expect(answer).toMatchObject({ code: 1, printed: '' })
  expect(answer.complaint).toContain(complaint)
  expect(answer.complaint.trim().split('\n')).toHaveLength(1)
})
