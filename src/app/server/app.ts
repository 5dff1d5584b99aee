import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { isFreshlyAuthenticated } from '#domains/session/rules.ts'
import { actors, tokenCookie } from '#domains/session/server/actors.ts'
import { browserCookieName, canUseHostPrefix } from '#domains/session/server/cookies.ts'
import type { Call } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { createIdempotentReplies } from '#kit/server/idempotent-replies.ts'
import { createOperatorLog } from '#kit/server/operator-log.ts'
import { makeServe, methodsOfCall } from '#kit/server/serve.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { createGatewayServe } from './gateway/gateway.ts'
import { trackAllowedMethods } from './http/allowed-methods.ts'
import { createHttpServer, ownOrigin } from './http/http-server.ts'
import { serveOpenApi } from './http/openapi.ts'
import { measureLoad, registerOverloadGuard } from './http/overload.ts'
import { registerPolicyReports } from './http/policy-reports.ts'
import type { ServerLoad } from './http/request-priority.ts'
import { serveSecurityTxt } from './http/security-txt.ts'
import { servePortalPages } from './pages/portal-pages.ts'
import { registerMaintenanceHook } from './process/maintenance.ts'
import type { Context } from './wiring/context.ts'
import { registerCalls } from './wiring/register-calls.ts'

/** A running measurement of the server's load. */
type LoadMonitor = { now: () => ServerLoad; stop(): void }

export type PortalSource = { kind: 'built'; folder: string } | { kind: 'development' } | { kind: 'none' }

/** Creates the whole server on a context, ready to listen or to receive injected requests. */
export async function makeApp(
  context: Context,
  {
    portal = context.config.isProduction ? builtPortal : { kind: 'development' },
    load = context.config.isProduction ? measureLoad(context.pool) : idleLoad,
    attachTracing,
  }: {
    portal?: PortalSource
    load?: LoadMonitor
    /** Attaches tracing of every request, before any route is served. */
    attachTracing?: (app: FastifyInstance) => void
  } = {},
): Promise<FastifyInstance> {
  const { config, db, settings, upstream } = context
  const app = await createHttpServer(config)
  attachTracing?.(app)
  const actorResolver = actors({
    db,
    keys: context.sessionKeys,
    clock: context.clock,
    lifetime: () => settings.now().session,
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
      registerOverloadGuard(scope, { ...context, load: load.now, hasNoDeadlines: portal.kind === 'development' })
      registerMaintenanceHook(scope, context)
      const registeredCalls: Call[] = []
      const allowedMethodsAt = trackAllowedMethods(scope, config.basePath)
      const log = createOperatorLog(db)
      const serve = makeServe({
        app: scope,
        registeredCalls,
        authenticators: { portal: actorResolver.callerOf, operator: actorResolver.operatorOf },
        // For forwarded calls the upstream server decides, also whether re-authentication is required.
        isRecentlyAuthenticated: (actor, call) =>
          (upstream !== undefined && call.upstream === 'forwarded') ||
          isFreshlyAuthenticated(actor, { now: context.clock(), minutes: settings.now().session.proofMinutes }),
        // Forwarded calls run on the upstream server, for which no transaction may be held open.
        operatorLog: log,
        idempotentReplies: createIdempotentReplies(db as never, { areAllNonTransactional: upstream !== undefined }),
        checkReplies: !config.isProduction,
        fileLimitBytes: () => settings.now().fileUploadSizeLimit,
      })
      registerCalls({
        serve: upstream ? createGatewayServe(upstream, { serve, context, actors: actorResolver }) : serve,
        app: scope,
        context,
        actors: actorResolver,
      })
      serveOpenApi({
        app: scope,
        actors: actorResolver,
        calls: registeredCalls,
        operatorLog: log,
        basePath: config.basePath,
        cookieName: browserCookieName(tokenCookie, canUseHostPrefix(config)),
      })
      registerPolicyReports(scope, context)
      scope.get('/livez', async () => ({ alive: true }))
      scope.get('/readyz', async () => {
        if (!(await context.readiness.isReady())) throw new Refused('not_ready', 503)
        return { ready: true }
      })
      scope.setNotFoundHandler((request, reply) => {
        const path = request.url.slice(config.basePath.length).split('?')[0]!
        const methods = allowedMethodsAt(path)
        if (methods.length > 0 && !methods.includes(request.method)) {
          reply.header('allow', methods.join(', '))
          throw new Refused('method_not_allowed', 405)
        }
        const callMethods = methodsOfCall(registeredCalls, path)
        if (callMethods.length > 0 && !callMethods.includes(request.method)) {
          reply.header('allow', callMethods.join(', '))
          throw new Refused('method_not_allowed', 405)
        }
        throw new Refused(callMethods.length > 0 ? 'version_unknown' : 'not_found', 404)
      })
      if (portal.kind !== 'none')
        await servePortalPages({ app: scope, root: app, context, actors: actorResolver, portal })
    },
    { prefix: config.basePath },
  )
  serveSecurityTxt({
    app,
    settings,
    contact: config.securityContact,
    originOf: (request) => ownOrigin(request, config),
    clock: context.clock,
  })
  app.addHook('onSend', async (_, reply) => {
    // Keeps clients from reusing a connection that is about to be closed.
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

// The load that tests and a running bundler cause is not that of visitors.
const idleLoad: LoadMonitor = { now: () => ({ loopMilliseconds: 0, databaseMilliseconds: 0 }), stop() {} }

const builtPortal: PortalSource = { kind: 'built', folder: fileURLToPath(new URL('../../../dist/', import.meta.url)) }
