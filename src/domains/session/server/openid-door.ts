import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors, jwtVerify, SignJWT } from 'jose'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import type { LiveSettings } from '#domains/operator/server/live-settings.ts'
import { Refused } from '#kit/refusal.ts'
import { secretHash } from '#kit/server/random-secret.ts'
import {
  type BegunSignIn,
  type IdentityProvider,
  NotSignedIn,
  type SignedInElsewhere,
} from '#outside/identity/identity.ts'
import { listedCookies } from '../cookie-list.ts'
import type { SessionCookies } from './cookies.ts'
import { type KeyRing, keyHeader, keyOfToken } from './keys/key-ring.ts'
import { seal, unseal } from './sealed-text.ts'
import { sealedProviderTokenOf } from './session-store.ts'
import { countVisit } from './visitor-throttle.ts'

/** What somebody wants at the identity provider, kept in their browser until they are back. */
export type Errand = {
  /** The query of the log-in page, by which it is known where they were going. */
  search: string
  /** The user whom they want to be linked with; absent when they want to come in. */
  linkTo?: number
  isFresh: boolean
}

type Needs = {
  provider: IdentityProvider | undefined
  db: Kysely<DB>
  settings: Pick<LiveSettings, 'now'>
  cookies: SessionCookies
  /** The address of the portal as a browser sees it, with base path. */
  placeOf: (request: FastifyRequest) => string
  signingKeys: KeyRing
  sealingKeys: KeyRing
  clock: () => Date
}

const beginCookie = 'openid'
const endCookie = 'openid_end'
/** Far longer than any code lives at its provider, which is ten minutes at most. Source: RFC 6749, 4.1.2. */
const codeMinutes = 60
const longestSearch = 1500
const leftState = 'left'
const algorithm = 'HS256'
const audience = 'openid'

/** The way in by an identity provider, and out again: its tokens stay here, the browser carries only what begins and ends it. */
export type OpenidDoor = ReturnType<typeof openidDoor>

export function openidDoor({ provider, db, settings, cookies, placeOf, signingKeys, sealingKeys, clock }: Needs) {
  const returnTo = (request: FastifyRequest) => `${placeOf(request)}/login`
  const isOpen = () => provider !== undefined && settings.now().features.oidc

  /** The provider's page, to be gone to; what its reply must fit is put into the browser. */
  async function begin(request: FastifyRequest, reply: FastifyReply, errand: Errand): Promise<string> {
    const { isFresh } = errand
    const { address, begun } = await provider!.begin({ returnTo: returnTo(request), isFresh })
    const now = clock()
    const search = errand.search.length <= longestSearch ? errand.search : ''
    const key = signingKeys.current()
    const value = await new SignJWT({ ...begun, ...errand, search })
      .setProtectedHeader({ alg: algorithm, ...keyHeader(key) })
      .setAudience(audience)
      .setIssuedAt(now)
      .setExpirationTime(new Date(now.getTime() + listedCookies[beginCookie] * 1000))
      .sign(key.value)
    cookies.put(request, reply, { name: beginCookie, value })
    return address
  }

  /**
   * Who came back, and what they wanted. @throws Refused 504 where nobody was sent from here, and 401, with nothing left in
   * the browser, where the reply proves nobody.
   */
  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ person: SignedInElsewhere; errand: Errand }> {
    const kept = isOpen() ? await keptErrand(request) : null
    if (!kept) throw new Refused('nonce_missing', 504)
    cookies.drop(request, reply, beginCookie)
    const { search, searchParams } = new URL(request.url, 'http://portal.invalid')
    try {
      await spendCode(searchParams.get('code'))
      const person = await provider!.finish(new URL(returnTo(request) + search), kept, kept)
      return { person, errand: kept }
    } catch (error) {
      if (!(error instanceof NotSignedIn)) throw error
      cookies.clear(request, reply)
      throw new Refused('openid_failed', 401)
    }
  }

  /** Takes a code, once for all servers, before the provider is asked about it. @throws NotSignedIn where it came before. */
  async function spendCode(code: string | null) {
    if (!code) return
    const limit = {
      what: 'openid code',
      per: 'key',
      value: secretHash(code, 'hex'),
      most: 1,
      minutes: codeMinutes,
    } as const
    if ((await countVisit(db, [limit], clock())) > 0) throw new NotSignedIn('the code came before')
  }

  async function keptErrand(request: FastifyRequest): Promise<(BegunSignIn & Errand) | null> {
    try {
      const options = { algorithms: [algorithm], audience, currentDate: clock() }
      const { payload } = await jwtVerify(request.cookies[beginCookie] ?? '', keyOfToken(signingKeys), options)
      return payload as unknown as BegunSignIn & Errand
    } catch (error) {
      if (error instanceof errors.JOSEError) return null
      throw error
    }
  }

  return {
    isOpen,
    begin,
    finish,

    /** Whether somebody comes back who has left the provider as well. */
    isBackFromEnd: (address: string) => address === `/login?state=${leftState}`,

    /** Whether user and password let anybody in; a provider that is missing opens no door that the retailer has closed. */
    allowsPasswords() {
      const { features, oidc } = settings.now()
      return !features.oidc || oidc.allowDefaultLogin
    },

    /** Who stands behind a code that another program brings; null when nobody does. */
    async redeem(request: FastifyRequest, { code, nonce }: { code: string; nonce: string }) {
      try {
        await spendCode(code)
        return await provider!.redeem({ code, nonce, returnTo: returnTo(request) })
      } catch (error) {
        if (error instanceof NotSignedIn) return null
        throw error
      }
    },

    /** A provider's token as it is kept with a session. */
    seal: (idToken: string) => seal(idToken, sealingKeys),

    /** Remembers that a session that has just ended is to be ended at the provider as well, at the next page. */
    noteEnd(request: FastifyRequest, reply: FastifyReply, sessionId: string) {
      cookies.put(request, reply, { name: endCookie, value: seal(sessionId, sealingKeys) })
    },

    /** The provider's page that ends the session there too, once; null where there is nothing to end, or nobody to end it. */
    async endAddress(request: FastifyRequest, reply: FastifyReply): Promise<string | null> {
      const kept = request.cookies[endCookie]
      if (!kept) return null
      cookies.drop(request, reply, endCookie)
      const sessionId = unseal(kept, sealingKeys)
      const sealed = sessionId && (await sealedProviderTokenOf(db, sessionId))
      const idToken = sealed && unseal(sealed, sealingKeys)
      if (!provider || !idToken) return null
      try {
        return await provider.endAddress({ idToken, returnTo: returnTo(request), state: leftState })
      } catch (error) {
        request.log.error({ error: { message: String(error) } }, 'identity provider failed')
        return null
      }
    },
  }
}
