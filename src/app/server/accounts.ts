import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { startAccountJobs } from '#domains/accounts/server/jobs.ts'
import { readLinkOutcome } from '#domains/accounts/server/link-outcome.ts'
import { findOpenLink } from '#domains/accounts/server/link-store.ts'
import { afterLink, linkIn, linkNames } from '#domains/accounts/server/mailed-link.ts'
import { accountRoutes } from '#domains/accounts/server/routes.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { Locale } from '#kit/locale.ts'
import type { Serve } from '#kit/server/serve.ts'
import { queryOf } from '../web/own-address.ts'
import type { Context } from './context.ts'
import { translator } from './texts.ts'

/** Mounts what visitors ask for who have no account yet, or have forgotten its password. */
export function mountAccounts({ serve, context, actors }: { serve: Serve; context: Context; actors: Actors }) {
  accountRoutes({
    ...context,
    serve,
    actors,
    allowsPasswords: () => context.openid.allowsPasswords(),
    words: (locale) => translator(locale, 'accounts'),
  })
}

/** Begins to answer by mail what was asked for, on a server that listens. */
export function accountJobs(context: Context, app: FastifyInstance) {
  return startAccountJobs({ ...context, log: app.log })
}

/**
 * What comes before every page: who comes by a mailed link goes on to the same page without its secret, which a cookie
 * keeps for the server alone. Coming uses nothing up, since the mail itself may be looked through by programs.
 */
export function takeMailedLink(
  { config, db, cookies, clock }: Pick<Context, 'config' | 'db' | 'cookies' | 'clock'>,
  pathIn: (pathAndQuery: string, locale: Locale) => Promise<string>,
  localeOf: (request: FastifyRequest) => Promise<Locale>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET') return
    const brought = linkIn(queryOf(request.url.slice(config.basePath.length)))
    if (!brought) return
    const { purpose, secret } = brought
    const now = clock()
    const isOpen = (await findOpenLink(db, { ...brought, now })) !== undefined
    const outcome = isOpen ? null : await readLinkOutcome(db, { ...brought, now })
    // What a link has done is told to whoever comes by it again.
    if (isOpen || outcome) cookies.put(request, reply, { name: linkNames[purpose], value: secret })
    else cookies.drop(request, reply, linkNames[purpose])
    const goOn = outcome?.signature?.url ?? null
    const path = await pathIn(afterLink(purpose, { isOpen, goOn }), await localeOf(request))
    return reply.header('cache-control', 'no-store').redirect(config.basePath + path, 302)
  }
}
