import * as openid from 'openid-client'
import type { Fetch } from '#kit/server/outside-fetch.ts'
import { isLoopbackHost, leadsInside, PrivateAddress } from '#kit/server/public-address.ts'
import { type BegunSignIn, type IdentityProvider, NotSignedIn, type SignedInElsewhere } from './identity.ts'

export type OpenidClient = { issuer: string; clientId: string; clientSecret: string }

/** How the provider is asked, and whether browsers may be sent to private addresses. */
type Asking = { fetch?: Fetch; allowsPrivate?: boolean }

/** How long ago somebody may have signed in who was asked to do so anew. */
const freshSeconds = 300
/** How far the clock of a provider may be from ours. */
const clockToleranceSeconds = 30
const scope = 'openid email profile'
/** Source: OpenID Connect Core 1.0, 2. */
const longestSubject = 255
const longestEmail = 254
const longestName = 200

/**
 * An identity provider by OpenID Connect: authorization code with PKCE, state and nonce. What it offers is read from its
 * own description at the first use, whose issuer must be the one that was configured. The signature of an ID token is
 * checked against the provider's published keys although it comes from the token endpoint, so that whoever stands between
 * us and that endpoint, or answers in its name, signs nobody in. A shared secret signs nothing: HS256 is refused.
 */
export function openidProvider(
  { issuer, clientId, clientSecret }: OpenidClient,
  { fetch = globalThis.fetch, allowsPrivate = true }: Asking = {},
): IdentityProvider {
  let known: Promise<openid.Configuration> | undefined

  function configuration(): Promise<openid.Configuration> {
    const execute = [
      openid.enableNonRepudiationChecks,
      ...(isPlainLocalhost(issuer) ? [openid.allowInsecureRequests] : []),
    ]
    const metadata = { client_secret: clientSecret, [openid.clockTolerance]: clockToleranceSeconds }
    const options = { execute, [openid.customFetch]: fetch as openid.CustomFetch }
    known ??= openid
      .discovery(new URL(issuer), clientId, metadata, undefined, options)
      .then(refuseInside)
      .catch((error) => {
        known = undefined
        throw error
      })
    return known
  }

  // Where browsers are sent is named by the description as well.
  function refuseInside(config: openid.Configuration): openid.Configuration {
    const { authorization_endpoint, end_session_endpoint } = config.serverMetadata()
    for (const address of [authorization_endpoint, end_session_endpoint])
      if (!allowsPrivate && address && leadsInside(new URL(address)))
        throw new PrivateAddress('the identity provider names an address that is not public')
    return config
  }

  return {
    async begin({ returnTo, isFresh }) {
      const begun: BegunSignIn = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      const { href } = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: returnTo,
        scope,
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
        ...(isFresh ? { prompt: 'login', max_age: String(freshSeconds) } : {}),
      })
      return { address: href, begun }
    },

    async finish(reply, { state, nonce, verifier }, { isFresh }) {
      return exchange(await configuration(), reply, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        ...(isFresh ? { maxAge: freshSeconds } : {}),
      })
    },

    async redeem({ code, nonce, returnTo }) {
      const config = await configuration()
      const reply = new URL(returnTo)
      reply.searchParams.set('code', code)
      // Whoever was given the code has checked who gave it; here the nonce ties it to them.
      if (config.serverMetadata().authorization_response_iss_parameter_supported)
        reply.searchParams.set('iss', config.serverMetadata().issuer)
      return exchange(config, reply, { expectedState: openid.skipStateCheck, expectedNonce: nonce })
    },

    async endAddress({ idToken, returnTo, state }) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      const asked = { id_token_hint: idToken, post_logout_redirect_uri: returnTo, state }
      return openid.buildEndSessionUrl(config, asked).href
    },
  }
}

async function exchange(
  config: openid.Configuration,
  reply: URL,
  checks: openid.AuthorizationCodeGrantChecks,
): Promise<SignedInElsewhere> {
  try {
    const tokens = await openid.authorizationCodeGrant(config, reply, { ...checks, idTokenExpected: true })
    const claims = tokens.claims()!
    refuseForeign(claims, config.clientMetadata().client_id)
    // An address that the provider has not seen to be theirs says nothing of who they are.
    const email = claims.email_verified === true ? textOf(claims.email, longestEmail) : null
    const name = textOf(claims.name, longestName)
    return { issuer: claims.iss, subject: claims.sub, email, name, idToken: tokens.id_token! }
  } catch (error) {
    if (isProviderTrouble(error)) throw Object.assign(new Error('identity provider failed'), troubleOf(error))
    if (isRefusal(error)) throw new NotSignedIn(error.message, { cause: error })
    throw error
  }
}

// What the library leaves unchecked beside signature, issuer, audience, nonce, expiry and "not before".
function refuseForeign({ iat, azp, sub }: openid.IDToken, clientId: string) {
  if (iat > Date.now() / 1000 + clockToleranceSeconds) throw new NotSignedIn('ID token issued in the future')
  if (sub.length > longestSubject) throw new NotSignedIn('ID token of somebody with too long an id')
  if (azp !== undefined && azp !== clientId) throw new NotSignedIn('ID token handed to another client')
}

/** What its token endpoint answers when it is we who are set up wrongly there. Source: RFC 6749, 5.2. */
const misconfigurations = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type']
/** What the library calls an answer that came too late, or was none of OpenID Connect. */
const noAnswers = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

// What a browser brings back says nothing of the provider: whoever comes back could have written it.
function isProviderTrouble(error: unknown): error is openid.ResponseBodyError | openid.ClientError {
  if (error instanceof openid.ResponseBodyError) return misconfigurations.includes(error.error) || error.status >= 500
  return error instanceof openid.ClientError && noAnswers.includes(error.code ?? '') && !isAnsweredByUs(error)
}

// A code that the provider does not know is refused by it with a body that says so, and is none of these.
function isAnsweredByUs({ cause }: Error): boolean {
  return cause instanceof Response && cause.status < 500 && cause.status >= 400 && cause.status !== 429
}

function troubleOf(error: openid.ResponseBodyError | openid.ClientError) {
  const isOurs = error instanceof openid.ResponseBodyError && misconfigurations.includes(error.error)
  // Its code alone: what a provider says beside it may name somebody.
  return { code: isOurs ? 'EACCES' : 'unanswered', reason: 'error' in error ? error.error : error.code }
}

// What does not come through, such as a provider that is down, is no refusal but a failure.
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.ClientError
  )
}

function textOf(claim: unknown, longest: number): string | null {
  return typeof claim === 'string' && claim && claim.length <= longest ? claim : null
}

function isPlainLocalhost(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname)
}
