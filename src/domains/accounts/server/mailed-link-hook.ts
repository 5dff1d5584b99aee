import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { findOpenLink } from '#domains/session/server/accounts/account-link-store.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { queryOf } from '#kit/portal-address.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { readLinkOutcome } from './link-outcome.ts'
import { findLinkIn, linkDestination, linkNames } from './mailed-link.ts'

/**
 * Creates a hook that runs before every page: a visit by a mailed link is redirected to the same page without its
 * secret, which is stored in a cookie for the server only. The visit does not use up the link, since mail scanners may
 * open it.
 */
export function createMailedLinkHook(
  { basePath, db, cookies, clock }: { basePath: string; db: Database; cookies: SessionCookies; clock: () => Date },
  localizePath: (pathAndQuery: string, locale: Locale) => Promise<string>,
  localeOf: (request: FastifyRequest) => Promise<Locale>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET') return
    const link = findLinkIn(queryOf(request.url.slice(basePath.length)))
    if (!link) return
    const { purpose, secret } = link
    const now = clock()
    const isOpen = (await findOpenLink(db, { ...link, now })) !== undefined
    const outcome = isOpen ? null : await readLinkOutcome(db, { ...link, now })
    // The outcome of a used link is shown when it is opened again.
    if (isOpen || outcome) cookies.put(request, reply, { name: linkNames[purpose], value: secret })
    else cookies.remove(request, reply, linkNames[purpose])
    const signatureUrl = outcome?.signature?.url ?? null
    const path = await localizePath(
      linkDestination(purpose, { isOpen, redirectPath: signatureUrl }),
      await localeOf(request),
    )
    return reply.header('cache-control', 'no-store').redirect(basePath + path, 302)
  }
}
