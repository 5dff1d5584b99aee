import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NotSignedInError } from './identity.ts'
import { createOpenidProvider } from './openid.ts'
import { type ForgedToken, type HostileProvider, startHostileProvider } from './testing/hostile-provider.ts'

const returnTo = 'https://portal.test/login'
const now = Math.floor(Date.now() / 1000)
let provider: HostileProvider
beforeAll(async () => {
  // It also claims to sign with algorithms that must never be accepted.
  provider = await startHostileProvider({ algorithms: ['RS256', 'HS256', 'none'] })
})
afterAll(() => provider.close())

/** Finishes a sign-in with a code; every valid token has the nonce of the sign-in that was started. */
async function comeBack(forged: ForgedToken, { isFresh = false } = {}) {
  const client = createOpenidProvider(provider)
  const { pending } = await client.begin({ returnTo, isFresh })
  provider.forge({ ...forged, claims: { nonce: pending.nonce, ...forged.claims } })
  return client.finish(new URL(`${returnTo}?code=of-this-test&state=${pending.state}`), pending, { isFresh })
}

const forgeries: [reason: string, forged: ForgedToken][] = [
  ['signed with another key under the provider’s key id', { signedBy: 'stranger' }],
  ['unsigned', { signedBy: 'nobody' }],
  ['signed with the client secret', { signedBy: 'clientSecret' }],
  ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
  ['for another client', { claims: { aud: 'another' } }],
  ['for several clients, and issued to another', { claims: { aud: ['llum', 'another'], azp: 'another' } }],
  ['for several clients, and issued to none in particular', { claims: { aud: ['llum', 'another'] } }],
  ['for the portal, but issued to another client', { claims: { azp: 'another' } }],
  ['over', { claims: { exp: now - 60 } }],
  ['without an expiry time', { without: ['exp'] }],
  ['not valid yet', { claims: { nbf: now + 600 } }],
  ['issued in the future', { claims: { iat: now + 600, exp: now + 1200 } }],
  ['without an issue time', { without: ['iat'] }],
  ['without a nonce', { without: ['nonce'] }],
  ['with another nonce', { claims: { nonce: 'other' } }],
  ['without a subject', { without: ['sub'] }],
  ['of a subject whose id is too long', { claims: { sub: 'x'.repeat(256) } }],
]

describe('rejects an ID token from the token endpoint that is', () => {
  test.each(forgeries)('%s', async (_, forged) => {
    await expect(comeBack(forged)).rejects.toBeInstanceOf(NotSignedInError)
  })

  test('of a sign-in long ago although a fresh one was requested', async () => {
    const long = { claims: { auth_time: now - 3600 } }
    await expect(comeBack(long, { isFresh: true })).rejects.toBeInstanceOf(NotSignedInError)
    await expect(comeBack({ without: ['auth_time'] }, { isFresh: true })).rejects.toBeInstanceOf(NotSignedInError)
  })
})

test('accepts a valid ID token, also with a small clock difference', async () => {
  expect(await comeBack({})).toMatchObject({ issuer: provider.issuer, subject: 'anna' })
  expect(await comeBack({ claims: { iat: now + 10, exp: now + 310 } })).toMatchObject({ subject: 'anna' })
  expect(await comeBack({ claims: { aud: ['llum', 'another'], azp: 'llum' } })).toMatchObject({ subject: 'anna' })
})

test.each([
  ['texts', { email: 'anna@example.test', name: 'Anna' }, { email: 'anna@example.test', name: 'Anna' }],
  ['lists', { email: ['anna@example.test'], name: ['Anna'] }, { email: null, name: null }],
  ['objects', { email: {}, name: { toString: 'Anna' } }, { email: null, name: null }],
  ['numbers', { email: 1e308, name: 7 }, { email: null, name: null }],
  [
    'texts that are too long',
    { email: `${'a'.repeat(250)}@example.test`, name: 'a'.repeat(201) },
    { email: null, name: null },
  ],
  ['unknown members', { role: 'operator', ['__proto__']: { role: 'operator' } }, {}],
])('uses only known claims of valid types: %s', async (_, claims, read) => {
  const person = await comeBack({ claims: { email_verified: true, ...claims } })
  expect(person).toMatchObject(read)
  expect(Object.keys(person).sort()).toEqual(['email', 'idToken', 'issuer', 'name', 'subject'])
})

test('applies the same checks to the code of another program', async () => {
  const client = createOpenidProvider(provider)
  const redeem = (forged: ForgedToken) => {
    provider.forge({ ...forged, claims: { nonce: 'theirs', ...forged.claims } })
    return client.redeem({ code: 'theirs', nonce: 'theirs', returnTo })
  }
  expect(await redeem({})).toMatchObject({ subject: 'anna' })
  for (const [reason, forged] of forgeries)
    await expect(redeem(forged), reason).rejects.toBeInstanceOf(NotSignedInError)
})
