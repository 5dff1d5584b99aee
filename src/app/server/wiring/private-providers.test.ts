import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutboundFetch } from '#kit/server/outbound-fetch.ts'
import { createOpenidProvider } from '#outside/identity/openid.ts'
import { readConfig } from '../process/config.ts'
import { requestFailed, startFailureReports } from '../process/failure-reports.ts'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { openPaymentPlatforms } from './mount-payments.ts'

let portal: TestPortal
let inside: Server
let address: string
const requestedPaths: string[] = []

beforeAll(async () => {
  portal = await startTestPortal()
  inside = createServer((request, response) => {
    requestedPaths.push(request.url!)
    response.setHeader('content-type', 'application/json')
    const endpoint = (path: string) => `${address}${path}`
    response.end(
      JSON.stringify({
        issuer: address,
        authorization_endpoint: endpoint('/authorize'),
        token_endpoint: endpoint('/token'),
        jwks_uri: endpoint('/keys'),
      }),
    )
  }).listen(0, '127.0.0.1')
  await once(inside, 'listening')
  address = `http://127.0.0.1:${(inside.address() as AddressInfo).port}`
})
afterAll(async () => {
  inside.close()
  await portal.close()
})

/** Creates a configuration with providers at loopback addresses. */
function configured(allows: 'on' | 'off') {
  return readConfig({
    LOG_LEVEL: 'silent',
    PUBLIC_ORIGIN: 'https://portal.example',
    DATABASE_URL: 'postgres://db.test/llum',
    PRIVATE_ADDRESSES: allows,
    STRIPE_SECRET_KEY: 'sk_live_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
    STRIPE_API_ADDRESS: address,
    REDSYS_MERCHANT_CODE: '999008881',
    REDSYS_SECRET_KEY: 'sq7HjrUOBfKmC576ILgskD5srU870gJ7',
    REDSYS_ADDRESS: address,
    OIDC_ISSUER: address,
    OIDC_CLIENT_ID: 'portal',
    OIDC_CLIENT_SECRET: 'secret',
  })
}

const systems = ['Stripe', 'Redsys', 'the identity provider', 'the receiver of error reports'] as const

async function ask(system: (typeof systems)[number], allows: 'on' | 'off') {
  const config = configured(allows)
  const { db, clock, settings } = portal.context
  const platforms = await openPaymentPlatforms({ config, isDemo: false, db, clock })
  const quiet = () => undefined
  if (system === 'Stripe') await platforms.get('stripe')!.lookUp('pi_1').catch(quiet)
  if (system === 'Redsys') await platforms.get('redsys')!.check!().catch(quiet)
  if (system === 'the identity provider') {
    const how = { fetch: createOutboundFetch(config), allowsPrivate: config.allowsPrivate }
    const provider = createOpenidProvider(config.openid!, how)
    await provider.begin({ returnTo: 'https://portal.example/login', isFresh: false }).catch(quiet)
  }
  if (system === 'the receiver of error reports') {
    const url = `${address.replace('//', '//key@')}/7`
    const now = () => ({ ...settings.now(), errorReporting: { ...settings.now().errorReporting, url } })
    const warned = Promise.withResolvers<void>()
    const log = { warn: () => warned.resolve() }
    const end = startFailureReports({ config, settings: { ...settings, now }, clock, release: '1', log })
    requestFailed.publish({ error: new Error('x'), request: { method: 'GET', routeOptions: {}, id: '1' } as never })
    await Promise.race([warned.promise, expect.poll(() => requestedPaths.length).toBeGreaterThan(0)])
    end()
  }
}

describe.each(systems)('%s', (system) => {
  test('is not called at a private address', async () => {
    requestedPaths.length = 0
    await ask(system, 'off')
    expect(requestedPaths).toEqual([])
  })

  test('is called there if the configuration allows it', async () => {
    requestedPaths.length = 0
    await ask(system, 'on')
    expect(requestedPaths.length).toBeGreaterThan(0)
  })
})

test.each(['authorization_endpoint', 'end_session_endpoint'])(
  'no user is redirected to a private address given as %s by the identity provider',
  async (name) => {
    const issuer = 'https://id.example'
    const described = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      end_session_endpoint: `${issuer}/end`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
    }
    const telling = (members: object) => async () => Response.json({ ...described, ...members })
    const providerOf = (members: object) =>
      createOpenidProvider(
        { issuer, clientId: 'a', clientSecret: 'b' },
        { fetch: telling(members), allowsPrivate: false },
      )
    const going = { returnTo: 'https://portal.example/login', isFresh: false }
    expect((await providerOf({}).begin(going)).address).toContain(`${issuer}/authorize`)
    await expect(providerOf({ [name]: 'https://10.0.0.1/x' }).begin(going)).rejects.toThrow('not public')
  },
)
