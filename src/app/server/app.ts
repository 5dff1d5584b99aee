import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { isFresh } from '#domains/session/rules.ts'
import { actors, tokenCookie } from '#domains/session/server/actors.ts'
import { areTiedToHost, nameInBrowser } from '#domains/session/server/cookies.ts'
import type { Call } from '#kit/call.ts'
import { parseLocale } from '#kit/locale.ts'
import { Refused } from '#kit/refusal.ts'
import { idempotentReplies } from '#kit/server/idempotent-replies.ts'
import { operatorLog } from '#kit/server/operator-log.ts'
import { makeServe, methodsOfCall } from '#kit/server/serve.ts'
import { allowedMethods } from './allowed-methods.ts'
import { calls } from './calls.ts'
import type { Context } from './context.ts'
import { servingInFront } from './gateway/gateway.ts'
import { nameOf, specifiedCalls } from './gateway/specified-calls.ts'
import { makeHttp, ownOrigin } from './http.ts'
import type { Load } from './importance.ts'
import { closeForMaintenance } from './maintenance.ts'
import { openApi } from './openapi.ts'
import { guardAgainstOverload, measuredLoad } from './overload.ts'
import { policyReports } from './policy-reports.ts'
import { portalPages } from './portal-pages.ts'
import { securityTxt } from './security-txt.ts'

/** How busy the server is, as long as it is looked at. */
type MeasuredLoad = { now: () => Load; stop(): void }

export type PortalSource = { kind: 'built'; folder: string } | { kind: 'development' } | { kind: 'none' }

/** The whole server on a context, ready to listen or to be spoken to in process. */
export async function makeApp(
  context: Context,
  {
    portal = context.config.isProduction ? builtPortal : { kind: 'development' },
    load = context.config.isProduction ? measuredLoad(context.pool) : atRest,
    follow,
  }: {
    portal?: PortalSource
    load?: MeasuredLoad
    /** What looks at every request, before anything is served. */
    follow?: (app: FastifyInstance) => void
  } = {},
): Promise<FastifyInstance> {
  const { config, db, settings, upstream } = context
  const app = await makeHttp(config)
  follow?.(app)
  const who = actors({
    db,
    keys: context.sessionKeys,
    clock: context.clock,
    life: () => settings.now().session,
    languages: () => ({
      offered: settings.now().languages,
      fallback: parseLocale(settings.now().defaultLocale) ?? 'es',
    }),
  })

  app.decorate('languages', () => ({
    offered: settings.now().languages,
    fallback: parseLocale(settings.now().defaultLocale) ?? 'es',
  }))
  await app.register(
    async (scope) => {
      guardAgainstOverload(scope, { ...context, load: load.now, isPatient: portal.kind === 'development' })
      closeForMaintenance(scope, context)
      const served: Call[] = []
      const methodsAt = allowedMethods(scope, config.basePath)
      const log = operatorLog(db)
      const serve = makeServe({
        app: scope,
        served,
        doors: { portal: who.callerOf, operator: who.operatorOf },
        // What is passed on is decided behind us, also whether somebody has to prove again who they are.
        isFresh: (actor, call) =>
          (upstream !== undefined && specifiedCalls.has(nameOf(call))) ||
          isFresh(actor, { now: context.clock(), minutes: settings.now().session.proofMinutes }),
        // What is passed on is done by the server behind us, whom nobody may keep waiting with a transaction open.
        operatorLog: log,
        idempotentReplies: idempotentReplies(db as never, { areAllInSteps: upstream !== undefined }),
        checkReplies: !config.isProduction,
        fileLimitBytes: () => settings.now().fileUploadSizeLimit,
      })
      calls({
        serve: upstream ? servingInFront(upstream, { serve, context, actors: who }) : serve,
        app: scope,
        context,
        actors: who,
      })
      openApi({
        app: scope,
        actors: who,
        calls: served,
        operatorLog: log,
        basePath: config.basePath,
        cookieName: nameInBrowser(tokenCookie, areTiedToHost(config)),
      })
      policyReports(scope, context)
      scope.get('/livez', async () => ({ alive: true }))
      scope.get('/readyz', async () => {
        if (!(await context.readiness.isReady())) throw new Refused('not_ready', 503)
        return { ready: true }
      })
      scope.setNotFoundHandler((request, reply) => {
        const path = request.url.slice(config.basePath.length).split('?')[0]!
        const methods = methodsAt(path)
        if (methods.length > 0 && !methods.includes(request.method)) {
          reply.header('allow', methods.join(', '))
          throw new Refused('method_not_allowed', 405)
        }
        const ofCall = methodsOfCall(served, path)
        if (ofCall.length > 0 && !ofCall.includes(request.method)) {
          reply.header('allow', ofCall.join(', '))
          throw new Refused('method_not_allowed', 405)
        }
        throw new Refused(ofCall.length > 0 ? 'version_unknown' : 'not_found', 404)
      })
      if (portal.kind !== 'none') await portalPages({ app: scope, root: app, context, actors: who, portal })
    },
    { prefix: config.basePath },
  )
  securityTxt({
    app,
    settings,
    contact: config.securityContact,
    originOf: (request) => ownOrigin(request, config),
    clock: context.clock,
  })
  app.addHook('onSend', async (_, reply) => {
    // So that nobody asks again on a connection that is about to be closed.
    if (context.readiness.isDraining()) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => {
    load.stop()
    settings.stop()
    context.keys.stop()
    await context.readiness.stop()
    upstream?.server.close()
  })
  return app
}

// What tests and the bundler at work keep a program from doing says nothing about its visitors.
const atRest: MeasuredLoad = { now: () => ({ loopMilliseconds: 0, databaseMilliseconds: 0 }), stop() {} }

const builtPortal: PortalSource = { kind: 'built', folder: fileURLToPath(new URL('../../../dist/', import.meta.url)) }
