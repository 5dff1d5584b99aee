import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { queryOf } from '#app/web/portal-address.ts'
import { startAccountJobs } from '#domains/accounts/server/account-jobs.ts'
import { readLinkOutcome } from '#domains/accounts/server/link-outcome.ts'
import { findLinkIn, linkDestination, linkNames } from '#domains/accounts/server/mailed-link.ts'
import { accountRoutes } from '#domains/accounts/server/routes.ts'
import { findOpenLink } from '#domains/session/server/account-link-store.ts'
import type { Actors } from '#domains/session/server/actors.ts'
import type { Serve } from '#kit/server/serve.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { translator } from '../texts/texts.ts'
import type { Context } from './context.ts'

/** Registers the routes for visitors who have no account yet, or have forgotten its password. */
export function mountAccounts({ serve, context, actors }: { serve: Serve; context: Context; actors: Actors }) {
  accountRoutes({
    ...context,
    serve,
    actors,
    allowsPasswords: () => context.openid.allowsPasswords(),
    textsFor: (locale) => translator(locale, 'accounts'),
  })
}

/** Starts the jobs that answer account requests by mail, on a server that listens. */
export function startAccountMailJobs(context: Context, app: FastifyInstance) {
  return startAccountJobs({ ...context, log: app.log })
}

/**
 * Creates a hook that runs before every page: a visit by a mailed link is redirected to the same page without its
 * secret, which is stored in a cookie for the server only. The visit does not use up the link, since mail scanners may
 * open it.
 */
export function createMailedLinkHook(
  { config, db, cookies, clock }: Pick<Context, 'config' | 'db' | 'cookies' | 'clock'>,
  localizePath: (pathAndQuery: string, locale: Locale) => Promise<string>,
  localeOf: (request: FastifyRequest) => Promise<Locale>,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.method !== 'GET') return
    const link = findLinkIn(queryOf(request.url.slice(config.basePath.length)))
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
    return reply.header('cache-control', 'no-store').redirect(config.basePath + path, 302)
  }
}
