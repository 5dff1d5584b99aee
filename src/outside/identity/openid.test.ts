import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failureOf } from '../asked.ts'
import { type IdentityProvider, NotSignedIn } from './identity.ts'
import { openidProvider } from './openid.ts'
import { type ProviderStand, startProvider, walker } from './testing/provider-stand.ts'

const returnTo = 'https://portal.test/login'
let stand: ProviderStand
let provider: IdentityProvider

beforeAll(async () => {
  stand = await startProvider({ returnTo: [returnTo], afterEnd: [returnTo] })
  provider = openidProvider(stand)
})
afterAll(() => stand.close())

async function comeBack({ isFresh = false } = {}) {
  const { address, begun } = await provider.begin({ returnTo, isFresh })
  return { reply: new URL(await walker().follow(address)), begun, asked: new URL(address).searchParams }
}

test('a provider that does not know us is a failure of ours, and none of who signs in', async () => {
  stand.signInAs({ subject: 'anna' })
  const { reply, begun } = await comeBack()
  const stranger = openidProvider({ ...stand, clientSecret: 'another secret' })
  const failure = await stranger.finish(reply, begun, { isFresh: false }).catch((error: unknown) => error)
  expect(failure).not.toBeInstanceOf(NotSignedIn)
  expect(failure).toMatchObject({ code: 'EACCES', reason: 'invalid_client' })
  expect(failureOf(failure)).toBe('access')
})

describe('signing in at a provider', () => {
  test('tells who it is, with an address that the provider has seen to be theirs', async () => {
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

  test('an address that nobody has seen to be theirs is not told', async () => {
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
  test.each(spoiled)('with %s proves nobody', async (_, spoil) => {
    stand.signInAs({ subject: 'anna' })
    const { reply, begun } = await comeBack()
    spoil(reply, begun)
    await expect(provider.finish(reply, begun, { isFresh: false })).rejects.toBeInstanceOf(NotSignedIn)
  })

  test('a code works once', async () => {
    stand.signInAs({ subject: 'anna' })
    const { reply, begun } = await comeBack()
    await provider.finish(reply, begun, { isFresh: false })
    await expect(provider.finish(reply, begun, { isFresh: false })).rejects.toBeInstanceOf(NotSignedIn)
  })

  test('another program’s code is redeemed for its own nonce only', async () => {
    stand.signInAs({ subject: 'anna' })
    const codeFor = async (nonce: string) => {
      const query = { client_id: stand.clientId, response_type: 'code', scope: 'openid', redirect_uri: returnTo, nonce }
      const reply = await walker().follow(`${stand.issuer}/auth?${new URLSearchParams(query)}`)
      return new URL(reply).searchParams.get('code')!
    }
    expect(await provider.redeem({ code: await codeFor('own'), nonce: 'own', returnTo })).toMatchObject({
      subject: 'anna',
    })
    const stolen = provider.redeem({ code: await codeFor('own'), nonce: 'other', returnTo })
    await expect(stolen).rejects.toBeInstanceOf(NotSignedIn)
  })
})

test('the session there is ended on a page of the provider', async () => {
  const address = new URL((await provider.endAddress({ idToken: 'ey', returnTo, state: 'left' }))!)
  expect(address.origin).toBe(stand.issuer)
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    id_token_hint: 'ey',
    post_logout_redirect_uri: returnTo,
    state: 'left',
  })
})

test('a provider that cannot be reached is a failure, not a refusal', async () => {
  const nobody = openidProvider({ ...stand, issuer: 'http://127.0.0.1:9' })
  await expect(nobody.begin({ returnTo, isFresh: false })).rejects.not.toBeInstanceOf(NotSignedIn)
})
