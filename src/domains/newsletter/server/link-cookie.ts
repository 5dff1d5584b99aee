import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionCookies } from '#domains/session/server/cookies.ts'
import type { KeyRing } from '#domains/session/server/keys/key-ring.ts'
import { type LinkHolder, readLink, signLink } from './link.ts'

/** What keeps the signed link of a visit in its browser, for the server alone, so that it stands in no address. */
export const linkCookie = 'newsletter_link'

type Needs = { keys: KeyRing; cookies: SessionCookies; now: Date }

/** Keeps a link for whoever has just shown who they are. */
export async function keepLink(
  { keys, cookies, now }: Needs,
  holder: LinkHolder,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const value = await signLink(holder, { keys, now, days: 1 })
  cookies.put(request, reply, { name: linkCookie, value })
}

/** Keeps the token that an address brought, where it is one of ours; otherwise forgets the one that was there. */
export async function takeLink(
  { keys, cookies, now }: Needs,
  token: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  if (await readLink(token, { keys, now })) cookies.put(request, reply, { name: linkCookie, value: token })
  else cookies.drop(request, reply, linkCookie)
}
