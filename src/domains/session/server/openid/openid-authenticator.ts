import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/retailer/server/live-settings.ts'
import { Refused } from '#kit/refusal.ts'
import { decryptText, encryptText } from '#kit/server/encrypted-text.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { hashSecret } from '#kit/server/secrets.ts'
import { countVisit } from '#kit/server/visitor-throttle.ts'
import { type IdentityProvider, NotSignedInError, type ProviderIdentity } from '#outside/identity/identity.ts'
import { listedCookies } from '../../cookie-list.ts'
import type { SessionCookies } from '../sessions/cookies.ts'
import { sealedProviderTokenOf } from '../sessions/session-store.ts'
import { type OpenidIntent, readSignedIntent, signIntent } from './openid-intent.ts'

type OpenidAuthenticatorDeps = {
  provider: IdentityProvider | undefined
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  cookies: SessionCookies
  /** The URL of the portal as a browser sees it, with base path. */
  portalUrlOf: (request: FastifyRequest) => string
  signingKeys: KeyRing
  encryptionKeys: KeyRing
  clock: () => Date
}

const beginCookie = 'openid'
const endCookie = 'openid_end'
/** Far longer than any code is valid at its provider, which is ten minutes at most. Source: RFC 6749, 4.1.2. */
const codeMinutes = 60
const signedOutState = 'left'

/**
 * Sign-in and sign-out at an identity provider: its tokens stay here, the browser stores only what starts and completes
 * the exchange.
 */
export type OpenidAuthenticator = ReturnType<typeof openidAuthenticator>

/** Creates the sign-in and sign-out at a provider. */
export function openidAuthenticator(deps: OpenidAuthenticatorDeps) {
  const { provider, db, settings, cookies, portalUrlOf, encryptionKeys } = deps
  const returnTo = (request: FastifyRequest) => `${portalUrlOf(request)}/login`
  const isEnabled = () => provider !== undefined && settings.now().features.oidc
  return {
    isOpen: isEnabled,

    /** Checks whether a URL is the return after signing out at the provider. */
    isSignOutReturn: (address: string) => address === `/login?state=${signedOutState}`,

    /**
     * Checks whether users can sign in with a password. A missing provider does not re-enable passwords that the
     * retailer has switched off.
     */
    allowsPasswords() {
      const { features, oidc } = settings.now()
      return !features.oidc || oidc.allowDefaultLogin
    },

    /** Encrypts a provider's token for storage with a session. */
    encryptToken: (idToken: string) => encryptText(idToken, encryptionKeys),

    ...providerSignIn({ ...deps, returnTo, isEnabled }),
    ...providerSignOut({ provider, db, cookies, encryptionKeys, returnTo }),
  }
}

type ProviderSignInDeps = Pick<OpenidAuthenticatorDeps, 'provider' | 'db' | 'cookies' | 'signingKeys' | 'clock'> & {
  returnTo: (request: FastifyRequest) => string
  isEnabled: () => boolean
}

function providerSignIn({ provider, db, cookies, signingKeys, clock, returnTo, isEnabled }: ProviderSignInDeps) {
  return {
    /** Returns the provider's page to redirect to, and stores in the browser what its reply must match. */
    async begin(request: FastifyRequest, reply: FastifyReply, intent: OpenidIntent): Promise<string> {
      const { isFresh } = intent
      const { address, pending } = await provider!.begin({ returnTo: returnTo(request), isFresh })
      const seconds = listedCookies[beginCookie]
      const value = await signIntent({ ...pending, ...intent }, { signingKeys, now: clock(), seconds })
      cookies.put(request, reply, { name: beginCookie, value })
      return address
    },

    /**
     * Completes a sign-in and returns the identity and the intent. @throws Refused 504 if no sign-in was started here,
     * and 401, with the session cookies cleared, if the reply proves no identity.
     */
    async finish(
      request: FastifyRequest,
      reply: FastifyReply,
    ): Promise<{ person: ProviderIdentity; intent: OpenidIntent }> {
      const storedIntent = isEnabled()
        ? await readSignedIntent(request.cookies[beginCookie], { signingKeys, now: clock() })
        : null
      if (!storedIntent) throw new Refused('nonce_missing', 504)
      cookies.remove(request, reply, beginCookie)
      const { search, searchParams } = new URL(request.url, 'http://portal.invalid')
      try {
        await claimCode({ db, clock }, searchParams.get('code'))
        const person = await provider!.finish(new URL(returnTo(request) + search), storedIntent, storedIntent)
        return { person, intent: storedIntent }
      } catch (error) {
        if (!(error instanceof NotSignedInError)) throw error
        cookies.clearSession(request, reply)
        throw new Refused('openid_failed', 401)
      }
    },

    /** Returns the identity for a code from another program. Null if it is invalid. */
    async redeem(request: FastifyRequest, { code, nonce }: { code: string; nonce: string }) {
      try {
        await claimCode({ db, clock }, code)
        return await provider!.redeem({ code, nonce, returnTo: returnTo(request) })
      } catch (error) {
        if (error instanceof NotSignedInError) return null
        throw error
      }
    },
  }
}

type ProviderSignOutDeps = Pick<OpenidAuthenticatorDeps, 'provider' | 'db' | 'cookies' | 'encryptionKeys'> & {
  returnTo: (request: FastifyRequest) => string
}

function providerSignOut({ provider, db, cookies, encryptionKeys, returnTo }: ProviderSignOutDeps) {
  return {
    /** Schedules the sign-out at the provider for a session that has just ended. It happens at the next page. */
    scheduleProviderSignOut(request: FastifyRequest, reply: FastifyReply, sessionId: string) {
      cookies.put(request, reply, { name: endCookie, value: encryptText(sessionId, encryptionKeys) })
    },

    /**
     * Returns the provider's page that ends the session there too, once. Null if there is no session to end, or no
     * provider to end it.
     */
    async providerSignOutUrl(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const storedIntent = request.cookies[endCookie]
      if (!storedIntent) return null
      cookies.remove(request, reply, endCookie)
      const sessionId = decryptText(storedIntent, encryptionKeys)
      const encryptedToken = sessionId && (await sealedProviderTokenOf(db, sessionId))
      const idToken = encryptedToken && decryptText(encryptedToken, encryptionKeys)
      if (!provider || !idToken) return null
      try {
        return await provider.endAddress({ idToken, returnTo: returnTo(request), state: signedOutState })
      } catch (error) {
        request.log.error({ error: { message: String(error) } }, 'identity provider failed')
        return null
      }
    },
  }
}

/**
 * Claims a code, once for all servers, before it is sent to the provider. @throws NotSignedInError if it was used
 * before.
 */
async function claimCode({ db, clock }: Pick<OpenidAuthenticatorDeps, 'db' | 'clock'>, code: string | null) {
  if (!code) return
  const limit = {
    what: 'openid code',
    per: 'key',
    value: hashSecret(code, 'hex'),
    maxCount: 1,
    minutes: codeMinutes,
  } as const
  if ((await countVisit(db, [limit], clock())) > 0) throw new NotSignedInError('the code came before')
}
