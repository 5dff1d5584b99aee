import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'

type Claims = JWTPayload & { nonce?: string; azp?: string }

/** An ID token as an attacker would forge it: its claims, and who signs it with which algorithm. */
export type ForgedToken = {
  claims?: Claims
  /** Claims of a valid token that this one lacks. */
  without?: readonly string[]
  signedBy?: 'provider' | 'stranger' | 'clientSecret' | 'nobody'
}

/** A provider that answers every code with the configured forged ID token. */
export type HostileProvider = {
  issuer: string
  clientId: string
  clientSecret: string
  forge(token: ForgedToken): void
  /** Returns the number of requests to its token endpoint. */
  tokenRequestCount(): number
  close(): Promise<void>
}

const clientId = 'llum'
const clientSecret = 'the-secret-of-the-portal-at-its-provider'
const keyId = 'of the provider'

/** Starts a provider with a valid discovery document and valid keys, whose ID tokens a test determines. */
export async function startHostileProvider({ algorithms = ['RS256'] } = {}): Promise<HostileProvider> {
  let forged: ForgedToken = {}
  let tokenRequests = 0
  const own = await generateKeyPair('RS256')
  const strange = await generateKeyPair('RS256')
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }]

  const server = createServer(async (request, response) => {
    const answers: Record<string, () => unknown> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        id_token_signing_alg_values_supported: algorithms,
      }),
      '/jwks': () => ({ keys }),
      '/token': async () => {
        tokenRequests++
        return { access_token: 'of no use', token_type: 'Bearer', id_token: await idToken(forged) }
      },
    }
    const answer = await answers[request.url!.split('?')[0]!]?.()
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? {}))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function idToken({ claims = {}, without = [], signedBy = 'provider' }: ForgedToken): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const right: Claims = { iss: issuer, sub: 'anna', aud: clientId, iat: now, exp: now + 300 }
    const payload = Object.fromEntries(
      Object.entries({ ...right, ...claims }).filter(([name]) => !without.includes(name)),
    )
    if (signedBy === 'nobody') return new UnsecuredJWT(payload).encode()
    if (signedBy === 'clientSecret')
      return new SignJWT(payload).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(clientSecret))
    const { privateKey } = signedBy === 'provider' ? own : strange
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: keyId }).sign(privateKey)
  }

  return {
    issuer,
    clientId,
    clientSecret,
    forge(token) {
      forged = token
    },
    tokenRequestCount: () => tokenRequests,
    close: () => new Promise((done) => void server.close(() => done())),
  }
}
