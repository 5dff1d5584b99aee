import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { NotSignedIn } from './identity.ts'
import { openidProvider } from './openid.ts'
import { type Forged, type HostileProvider, startHostileProvider } from './testing/hostile-provider.ts'

const returnTo = 'https://portal.test/login'
const now = Math.floor(Date.now() / 1000)
let provider: HostileProvider
beforeAll(async () => {
  // It also claims to sign with what must never be taken.
  provider = await startHostileProvider({ algorithms: ['RS256', 'HS256', 'none'] })
})
afterAll(() => provider.close())

/** Comes back with a code; every right token has the nonce of whoever began. */
async function comeBack(forged: Forged, { isFresh = false } = {}) {
  const client = openidProvider(provider)
  const { begun } = await client.begin({ returnTo, isFresh })
  provider.forge({ ...forged, claims: { nonce: begun.nonce, ...forged.claims } })
  return client.finish(new URL(`${returnTo}?code=of-this-test&state=${begun.state}`), begun, { isFresh })
}

const forgeries: [reason: string, forged: Forged][] = [
  ['signed with another key under the provider’s name for its own', { signedBy: 'stranger' }],
  ['signed by nobody', { signedBy: 'nobody' }],
  ['signed with the secret of the client', { signedBy: 'clientSecret' }],
  ['of another issuer', { claims: { iss: 'https://elsewhere.example' } }],
  ['for another client', { claims: { aud: 'another' } }],
  ['for several clients, and handed to another', { claims: { aud: ['llum', 'another'], azp: 'another' } }],
  ['for several clients, and handed to nobody in particular', { claims: { aud: ['llum', 'another'] } }],
  ['for us, but handed to another', { claims: { azp: 'another' } }],
  ['over', { claims: { exp: now - 60 } }],
  ['without an end', { without: ['exp'] }],
  ['not valid yet', { claims: { nbf: now + 600 } }],
  ['issued in the future', { claims: { iat: now + 600, exp: now + 1200 } }],
  ['without the time of its issue', { without: ['iat'] }],
  ['without a nonce', { without: ['nonce'] }],
  ['with another nonce', { claims: { nonce: 'other' } }],
  ['of nobody', { without: ['sub'] }],
  ['of somebody whose id is longer than any', { claims: { sub: 'x'.repeat(256) } }],
]

describe('an ID token from the token endpoint proves nobody when it is', () => {
  test.each(forgeries)('%s', async (_, forged) => {
    await expect(comeBack(forged)).rejects.toBeInstanceOf(NotSignedIn)
  })

  test('of somebody who signed in long ago where they were asked to do so anew', async () => {
    const long = { claims: { auth_time: now - 3600 } }
    await expect(comeBack(long, { isFresh: true })).rejects.toBeInstanceOf(NotSignedIn)
    await expect(comeBack({ without: ['auth_time'] }, { isFresh: true })).rejects.toBeInstanceOf(NotSignedIn)
  })
})

test('a right one proves who it is, also when the clocks are a little apart', async () => {
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
    'texts without end',
    { email: `${'a'.repeat(250)}@example.test`, name: 'a'.repeat(201) },
    { email: null, name: null },
  ],
  ['and members that nobody knows', { role: 'operator', ['__proto__']: { role: 'operator' } }, {}],
])('of what it tells besides, only known members go on: %s', async (_, claims, read) => {
  const person = await comeBack({ claims: { email_verified: true, ...claims } })
  expect(person).toMatchObject(read)
  expect(Object.keys(person).sort()).toEqual(['email', 'idToken', 'issuer', 'name', 'subject'])
})

test('the code of another program is held to the same', async () => {
  const client = openidProvider(provider)
  const redeem = (forged: Forged) => {
    provider.forge({ ...forged, claims: { nonce: 'theirs', ...forged.claims } })
    return client.redeem({ code: 'theirs', nonce: 'theirs', returnTo })
  }
  expect(await redeem({})).toMatchObject({ subject: 'anna' })
  for (const [reason, forged] of forgeries) await expect(redeem(forged), reason).rejects.toBeInstanceOf(NotSignedIn)
})
