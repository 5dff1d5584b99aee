import * as openid from 'openid-client'
import type { Fetch } from '#kit/server/outbound-fetch.ts'
import { isLoopbackHost, isPrivateDestination, PrivateAddressError } from '#kit/server/public-address.ts'
import { type IdentityProvider, NotSignedInError, type PendingSignIn, type ProviderIdentity } from './identity.ts'

export type OpenidClient = { issuer: string; clientId: string; clientSecret: string }

/** The HTTP client, and whether browsers may be redirected to private addresses. */
type OpenidOptions = { fetch?: Fetch; allowsPrivate?: boolean }

/** Maximum age of a sign-in, in seconds, when a fresh one was requested. */
const freshSeconds = 300
/** Maximum difference between the provider's clock and ours, in seconds. */
const clockToleranceSeconds = 30
const scope = 'openid email profile'
/** Source: OpenID Connect Core 1.0, 2. */
const maxSubjectLength = 255
const maxEmailLength = 254
const maxNameLength = 200

/**
 * Creates an OpenID Connect identity provider: authorization code with PKCE, state and nonce. Its endpoints are read
 * from its discovery document at the first use, whose issuer must be the configured one. The signature of an ID token
 * is checked against the provider's published keys although it comes from the token endpoint, so that nobody who sits
 * between the portal and that endpoint, or answers in its name, can sign a user in. Signatures with a shared secret are
 * rejected: HS256 is refused.
 */
export function createOpenidProvider(
  client: OpenidClient,
  { fetch = globalThis.fetch, allowsPrivate = true }: OpenidOptions = {},
): IdentityProvider {
  const configuration = createConfigurationReader(client, { fetch, allowsPrivate })

  return {
    async begin({ returnTo, isFresh }) {
      const pending: PendingSignIn = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      const { href } = openid.buildAuthorizationUrl(await configuration(), {
        redirect_uri: returnTo,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        ...(isFresh ? { prompt: 'login', max_age: String(freshSeconds) } : {}),
      })
      return { address: href, pending }
    },

    async finish(reply, { state, nonce, verifier }, { isFresh }) {
      return exchangeCode(await configuration(), reply, {
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
      // The program that received the code has checked who issued it; here the nonce ties the code to that program.
      if (config.serverMetadata().authorization_response_iss_parameter_supported)
        reply.searchParams.set('iss', config.serverMetadata().issuer)
      return exchangeCode(config, reply, { expectedState: openid.skipStateCheck, expectedNonce: nonce })
    },

    async endAddress({ idToken, returnTo, state }) {
      const config = await configuration()
      if (!config.serverMetadata().end_session_endpoint) return null
      const parameters = { id_token_hint: idToken, post_logout_redirect_uri: returnTo, state }
      return openid.buildEndSessionUrl(config, parameters).href
    },
  }
}

/** Reads the configuration at the first use, and again after a failure. */
function createConfigurationReader(
  { issuer, clientId, clientSecret }: OpenidClient,
  { fetch, allowsPrivate }: Required<OpenidOptions>,
) {
  let configurationPromise: Promise<openid.Configuration> | undefined

  return function configuration(): Promise<openid.Configuration> {
    const execute = [
      openid.enableNonRepudiationChecks,
      ...(isPlainLocalhost(issuer) ? [openid.allowInsecureRequests] : []),
    ]
    const metadata = { client_secret: clientSecret, [openid.clockTolerance]: clockToleranceSeconds }
    const options = { execute, [openid.customFetch]: fetch as openid.CustomFetch }
    configurationPromise ??= openid
      .discovery(new URL(issuer), clientId, metadata, undefined, options)
      .then((config) => (allowsPrivate ? config : refusePrivateEndpoints(config)))
      .catch((error) => {
        configurationPromise = undefined
        throw error
      })
    return configurationPromise
  }
}

// The discovery document also determines where browsers are redirected.
function refusePrivateEndpoints(config: openid.Configuration): openid.Configuration {
  const { authorization_endpoint, end_session_endpoint } = config.serverMetadata()
  for (const address of [authorization_endpoint, end_session_endpoint])
    if (address && isPrivateDestination(new URL(address)))
      throw new PrivateAddressError('the identity provider names an address that is not public')
  return config
}

async function exchangeCode(
  config: openid.Configuration,
  reply: URL,
  checks: openid.AuthorizationCodeGrantChecks,
): Promise<ProviderIdentity> {
  try {
    const tokens = await openid.authorizationCodeGrant(config, reply, { ...checks, idTokenExpected: true })
    const claims = tokens.claims()!
    validateClaims(claims, config.clientMetadata().client_id)
    // An e-mail address that the provider has not verified does not identify the user.
    const email = claims.email_verified === true ? textOf(claims.email, maxEmailLength) : null
    const name = textOf(claims.name, maxNameLength)
    return { issuer: claims.iss, subject: claims.sub, email, name, idToken: tokens.id_token! }
  } catch (error) {
    if (isProviderFailure(error)) throw Object.assign(new Error('identity provider failed'), providerFailureOf(error))
    if (isRefusal(error)) throw new NotSignedInError(error.message, { cause: error })
    throw error
  }
}

// Checks what the library does not, in addition to signature, issuer, audience, nonce, expiry and "not before".
function validateClaims({ iat, azp, sub }: openid.IDToken, clientId: string) {
  if (iat > Date.now() / 1000 + clockToleranceSeconds) throw new NotSignedInError('ID token issued in the future')
  if (sub.length > maxSubjectLength) throw new NotSignedInError('ID token of somebody with too long an id')
  if (azp !== undefined && azp !== clientId) throw new NotSignedInError('ID token handed to another client')
}

/** Errors of the token endpoint that mean that the portal is misconfigured there. Source: RFC 6749, 5.2. */
const misconfigurations = ['invalid_client', 'unauthorized_client', 'unsupported_grant_type']
/** The library's codes for a response that timed out or was not valid OpenID Connect. */
const noAnswerCodes = ['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']

// Parameters that come from the browser are no evidence of a provider failure: the user could have written them.
function isProviderFailure(error: unknown): error is openid.ResponseBodyError | openid.ClientError {
  if (error instanceof openid.ResponseBodyError) return misconfigurations.includes(error.error) || error.status >= 500
  return error instanceof openid.ClientError && noAnswerCodes.includes(error.code ?? '') && !isClientErrorAnswer(error)
}

// A provider refuses an unknown code with a body that says so, which is none of these errors.
function isClientErrorAnswer({ cause }: Error): boolean {
  return cause instanceof Response && cause.status < 500 && cause.status >= 400 && cause.status !== 429
}

function providerFailureOf(error: openid.ResponseBodyError | openid.ClientError) {
  const isOurs = error instanceof openid.ResponseBodyError && misconfigurations.includes(error.error)
  // Only the code: the provider's description may contain personal data.
  return { code: isOurs ? 'EACCES' : 'unanswered', reason: 'error' in error ? error.error : error.code }
}

// An error on the way, such as an unreachable provider, is a failure and not a refusal.
function isRefusal(error: unknown): error is Error {
  return (
    error instanceof openid.AuthorizationResponseError ||
    error instanceof openid.ResponseBodyError ||
    error instanceof openid.ClientError
  )
}

function textOf(claim: unknown, maxLength: number): string | null {
  return typeof claim === 'string' && claim && claim.length <= maxLength ? claim : null
}

function isPlainLocalhost(address: string): boolean {
  const url = URL.parse(address)
  return url?.protocol === 'http:' && isLoopbackHost(url.hostname)
}
