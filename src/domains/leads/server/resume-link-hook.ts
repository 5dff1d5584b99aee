import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { findLeadByLink } from '#domains/lead-records/server/lead-store.ts'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import { parsePortalAddress, queryOf } from '#kit/portal-address.ts'
import { hashResumeSecret, resumeParamName, storeResumeSecret } from './resume-link.ts'

/**
 * Creates a hook that runs before every page: a visit by the mailed link of a lead is redirected to the same page
 * without its secret, which is stored in a cookie for the server only, next to the visitor key that they already have
 * here.
 */
export function createResumeLinkHook({
  db,
  cookies,
  clock,
}: {
  db: Database
  cookies: SessionCookies
  clock: () => Date
}) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET') return
    const address = parsePortalAddress(request.url)
    const query = queryOf(request.url)
    const secret = query.get(resumeParamName)
    if (!secret || address === null) return
    const lead = await findLeadByLink(db, { resumeHash: hashResumeSecret(secret), now: clock() })
    if (lead) storeResumeSecret({ request, reply }, cookies, secret)
    query.delete(resumeParamName)
    if (lead) query.set('lead', String(lead.lead_id))
    else query.set('failed', 'link_over')
    const [path] = address.split('?')
    return reply.header('cache-control', 'no-store').redirect(`${path}?${query}`, 302)
  }
}
