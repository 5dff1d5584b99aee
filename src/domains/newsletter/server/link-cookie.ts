import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookies } from '#domains/session/server/sessions/cookies.ts'
import type { KeyRing } from '#kit/server/key-ring.ts'
import { type LinkHolder, signLinkToken, verifyLinkToken } from './newsletter-link.ts'

/**
 * The cookie that stores the signed link of a visit, readable by the server alone, so that the token stays out of URLs.
 */
export const linkCookieName = 'newsletter_link'

type LinkCookieDeps = { keys: KeyRing; cookies: SessionCookies; now: Date }

/** Stores a link for a user who has just proven their identity. */
export async function storeNewLink(
  { keys, cookies, now }: LinkCookieDeps,
  holder: LinkHolder,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const value = await signLinkToken(holder, { keys, now, days: 1 })
  cookies.put(request, reply, { name: linkCookieName, value })
}

/** Stores the token from a URL if it is one of ours, otherwise clears the stored one. */
export async function storeLinkFromUrl(
  { keys, cookies, now }: LinkCookieDeps,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (await verifyLinkToken(token, { keys, now })) cookies.put(request, reply, { name: linkCookieName, value: token })
  else cookies.remove(request, reply, linkCookieName)
}
