import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureKindOf } from '../outbound-call.ts'
import { type IdentityProvider, NotSignedInError } from './identity.ts'
import { createOpenidProvider } from './openid.ts'
import { createRedirectFollower, type ProviderStandIn, startProviderStandIn } from './testing/provider-stand-in.ts'

const returnTo = 'https://portal.test/login'
let stand: ProviderStandIn
let provider: IdentityProvider

beforeAll(async () => {
  stand = await startProviderStandIn({ returnTo: [returnTo], afterEnd: [returnTo] })
  provider = createOpenidProvider(stand)
})
afterAll(() => stand.close())

async function comeBack({ isFresh = false } = {}) {
  const { address, pending } = await provider.begin({ returnTo, isFresh })
  return {
    reply: new URL(await createRedirectFollower().follow(address)),
    begun: pending,
    asked: new URL(address).searchParams,
  }
}

test('reports a configuration failure, not a refused user, when the provider does not know the client', async () => {
  stand.signInAs({ subject: 'anna' })
  const { reply, begun } = await comeBack()
  const stranger = createOpenidProvider({ ...stand, clientSecret: 'another secret' })
  const failure = await stranger.finish(reply, begun, { isFresh: false }).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(NotSignedInError)
  expect(failure).toMatchObject({ code: 'EACCES', reason: 'invalid_client' })
  expect(failureKindOf(failure)).toBe('access')
})

describe('signing in at a provider', () => {
  test('returns the user with the verified e-mail address', async () => {
    stand.signInAs({ subject: 'anna', email: 'anna@example.test', name: 'Anna Puig' })
    const { reply, begun, asked } = await comeBack()
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(reply.origin + reply.pathname).toBe(returnTo)
    expect(await provider.finish(reply, begun, { isFresh: false })).toEqual({
      issuer: stand.issuer,
      subject: 'anna',
      email: 'anna@example.test',
      name: 'Anna Puig',
      idToken: expect.stringMatching(/^ey/),
    })
  })

  test('omits an e-mail address that the provider has not verified', async () => {
    stand.signInAs({ subject: 'biel', email: 'anna@example.test', isEmailVerified: false })
    const { reply, begun } = await comeBack({ isFresh: true })
    expect(await provider.finish(reply, begun, { isFresh: true })).toMatchObject({
      subject: 'biel',
      email: null,
      name: null,
    })
  })

  const spoiled: [
    reason: string,
    spoil: (reply: URL, begun: { state: string; nonce: string; verifier: string }) => void,
  ][] = [
    ['another state', (_, begun) => Object.assign(begun, { state: 'other' })],
    ['another nonce', (_, begun) => Object.assign(begun, { nonce: 'other' })],
    ['another verifier', (_, begun) => Object.assign(begun, { verifier: 'o'.repeat(43) })],
    ['another issuer', (reply) => reply.searchParams.set('iss', 'https://elsewhere.example')],
    ['no issuer', (reply) => reply.searchParams.delete('iss')],
    ['another code', (reply) => reply.searchParams.set('code', 'other')],
    ['a refusal', (reply) => reply.searchParams.set('error', 'access_denied')],
  ]
  test.each(spoiled)('is refused with %s', async (_, spoil) => {
    stand.signInAs({ subject: 'anna' })
    const { reply, begun } = await comeBack()
    spoil(reply, begun)
    await expect(provider.finish(reply, begun, { isFresh: false })).rejects.toBeInstanceOf(NotSignedInError)
  })

  test('accepts a code once', async () => {
    stand.signInAs({ subject: 'anna' })
    const { reply, begun } = await comeBack()
    await provider.finish(reply, begun, { isFresh: false })
    await expect(provider.finish(reply, begun, { isFresh: false })).rejects.toBeInstanceOf(NotSignedInError)
  })

  test('redeems another program’s code for its own nonce only', async () => {
    stand.signInAs({ subject: 'anna' })
    const codeFor = async (nonce: string) => {
      const query = { client_id: stand.clientId, response_type: 'code', scope: 'openid', redirect_uri: returnTo, nonce }
      const reply = await createRedirectFollower().follow(`${stand.issuer}/auth?${new URLSearchParams(query)}`)
      return new URL(reply).searchParams.get('code')!
    }
    expect(await provider.redeem({ code: await codeFor('own'), nonce: 'own', returnTo })).toMatchObject({
      subject: 'anna',
    })
    const stolen = provider.redeem({ code: await codeFor('own'), nonce: 'other', returnTo })
    await expect(stolen).rejects.toBeInstanceOf(NotSignedInError)
  })
})

test('ends the session at the provider on its page', async () => {
  const address = new URL((await provider.endAddress({ idToken: 'ey', returnTo, state: 'left' }))!)
  expect(address.origin).toBe(stand.issuer)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    id_token_hint: 'ey',
    post_logout_redirect_uri: returnTo,
    state: 'left',
  })
})

test('reports a failure, not a refusal, when the provider cannot be reached', async () => {
  const nobody = createOpenidProvider({ ...stand, issuer: 'http://127.0.0.1:9' })
  await expect(nobody.begin({ returnTo, isFresh: false })).rejects.not.toBeInstanceOf(NotSignedInError)
})
