import type { FastifyInstance } from 'fastify'
import { startAccountJobs } from '#domains/accounts/server/account-jobs.ts'
import { accountRoutes } from '#domains/accounts/server/routes.ts'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import type { Serve } from '#kit/server/serve.ts'
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
