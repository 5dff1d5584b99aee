import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type ProviderPerson = { subject: string; email?: string; isEmailVerified?: boolean; name?: string }

/** A real provider on a local port that signs in every visitor as the configured person. */
export type ProviderStandIn = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Sets the person who is signed in from now on. */
  signInAs(person: ProviderPerson): void
  close(): Promise<void>
}

const clientId = 'llum'
const clientSecret = 'the-secret-of-the-portal-at-its-provider'

/** Starts a provider that accepts the portal at these addresses as a client. */
export async function startProviderStandIn({
  returnTo,
  afterEnd,
}: {
  returnTo: string[]
  afterEnd: string[]
}): Promise<ProviderStandIn> {
  let person: ProviderPerson = { subject: 'nobody' }
  const people = new Map<string, ProviderPerson>()
  let listener: (request: never, response: never) => void = () => {}
  const server = createServer((request, response) => listener(request as never, response as never))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: returnTo,
        post_logout_redirect_uris: afterEnd,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    // Other programs use codes of their own flow.
    pkce: { required: () => false },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of a test'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { logoutSource: renderSignOutPage } },
    async findAccount(_: unknown, accountId: string) {
      const account = people.get(accountId)
      if (!account) return undefined
      const { email, isEmailVerified = true, name } = account
      return { accountId, claims: () => ({ sub: accountId, email, email_verified: isEmailVerified, name }) }
    },
  })
  const handleRequest = provider.callback()

  async function signIn(request: never, response: never) {
    const grant = new provider.Grant({ accountId: person.subject, clientId })
    grant.addOIDCScope('openid email profile')
    const result = { login: { accountId: person.subject }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result)
  }

  listener = (request: { url: string }, response) => {
    if (request.url.startsWith('/interaction/')) void signIn(request as never, response)
    else handleRequest(request as never, response)
  }

  return {
    issuer,
    clientId,
    clientSecret,
    signInAs(next) {
      person = next
      people.set(next.subject, next)
    },
    close: () => new Promise((done) => void server.close(() => done())),
  }
}

// The provider's own page loads a font from a third party.
function renderSignOutPage(context: { body: string }, form: string) {
  context.body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Sign out</title>${form}
    <button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out everywhere</button></html>`
}

/** Creates a cookie jar per host, enough to follow a sign-in without a browser. */
export function createRedirectFollower() {
  const jar = new Map<string, string>()
  return {
    /** Follows redirects within the provider and returns the first address outside of it. */
    async follow(address: string): Promise<string> {
      const { origin } = new URL(address)
      let next = address
      for (let steps = 0; steps < 10; steps++) {
        const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') }
        const answer = await fetch(next, { headers, redirect: 'manual' })
        for (const cookie of answer.headers.getSetCookie()) {
          const [pair] = cookie.split(';') as [string]
          jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
        }
        const location = answer.headers.get('location')
        if (!location) throw new Error(`${next} answers ${answer.status}: ${await answer.text()}`)
        next = new URL(location, next).href
        if (new URL(next).origin !== origin) return next
      }
      throw new Error(`${address} redirects in a loop.`)
    },
  }
}
