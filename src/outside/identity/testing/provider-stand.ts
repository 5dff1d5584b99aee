import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

export type Person = { subject: string; email?: string; isEmailVerified?: boolean; name?: string }

/** A real provider on a port of this machine, where whoever comes is signed in as the person that it was told. */
export type ProviderStand = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Who signs in from now on. */
  signInAs(person: Person): void
  close(): Promise<void>
}

const clientId = 'llum'
const clientSecret = 'the-secret-of-the-portal-at-its-provider'

/** Starts a provider that lets the portal at these addresses have its people. */
export async function startProvider({
  returnTo,
  afterEnd,
}: {
  returnTo: string[]
  afterEnd: string[]
}): Promise<ProviderStand> {
  let person: Person = { subject: 'nobody' }
  const people = new Map<string, Person>()
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
    // Other programs bring codes of their own flow.
    pkce: { required: () => false },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['of a test'] },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { logoutSource: askWhetherToLeave } },
    async findAccount(_: unknown, accountId: string) {
      const found = people.get(accountId)
      if (!found) return undefined
      const { email, isEmailVerified = true, name } = found
      return { accountId, claims: () => ({ sub: accountId, email, email_verified: isEmailVerified, name }) }
    },
  })
  const speak = provider.callback()

  async function signIn(request: never, response: never) {
    const grant = new provider.Grant({ accountId: person.subject, clientId })
    grant.addOIDCScope('openid email profile')
    const result = { login: { accountId: person.subject }, consent: { grantId: await grant.save() } }
    await provider.interactionFinished(request, response, result)
  }

  listener = (request: { url: string }, response) => {
    if (request.url.startsWith('/interaction/')) void signIn(request as never, response)
    else speak(request as never, response)
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

// The provider's own page fetches a font from elsewhere.
function askWhetherToLeave(context: { body: string }, form: string) {
  context.body = `<!doctype html><html lang="en"><link rel="icon" href="data:,"><title>Sign out</title>${form}
    <button type="submit" form="op.logoutForm" name="logout" value="yes">Sign out everywhere</button></html>`
}

/** A browser's jar of cookies per host, enough to follow a sign-in without a browser. */
export function walker() {
  const jar = new Map<string, string>()
  return {
    /** Follows redirects within the provider and answers the first address that leads out of it. */
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
      throw new Error(`${address} leads in circles.`)
    },
  }
}
