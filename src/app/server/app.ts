import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { isFreshlyAuthenticated } from '#domains/session/rules.ts'
import { type Actors, actors, tokenCookie } from '#domains/session/server/sessions/actors.ts'
import { browserCookieName, canUseHostPrefix } from '#domains/session/server/sessions/cookies.ts'
import type { Call } from '#kit/call.ts'
import { createIdempotentReplies } from '#kit/server/idempotent-replies.ts'
import { createOperatorLog, type OperatorLog } from '#kit/server/operator-log.ts'
import { makeServe, type Serve } from '#kit/server/serve.ts'
import { parseLocale } from '#vocabulary/locale.ts'
import { createGatewayServe } from './gateway/gateway.ts'
import { trackAllowedMethods } from './http/allowed-methods.ts'
import { createHttpServer, ownOrigin } from './http/http-server.ts'
import { serveOpenApi } from './http/openapi.ts'
import { measureLoad, registerOverloadGuard } from './http/overload.ts'
import { registerPolicyReports } from './http/policy-reports.ts'
import { refuseUnknownPaths } from './http/refuse-unknown-paths.ts'
import type { ServerLoad } from './http/request-priority.ts'
import { serveSecurityTxt } from './http/security-txt.ts'
import type { PageLimits } from './pages/page-workers.ts'
import { servePortalPages } from './pages/portal-pages.ts'
import { serveHealthChecks } from './process/health-checks.ts'
import { registerMaintenanceHook } from './process/maintenance.ts'
import type { Context } from './wiring/context.ts'
import { registerCalls } from './wiring/register-calls.ts'

/** A running measurement of the server's load. */
type LoadMonitor = { now: () => ServerLoad; stop(): void }

export type PortalSource =
  | { kind: 'built'; folder: string; pageLimits?: PageLimits }
  | { kind: 'development' }
  | { kind: 'none' }

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
  const { config, settings, clock } = context
  const app = await createHttpServer(config)
  attachTracing?.(app)
  const actorResolver = createActorResolver(context)
  app.decorate('languages', () => languagesOf(context))
  await app.register(
    async (scope) => {
      registerOverloadGuard(scope, { ...context, load: load.now, hasNoDeadlines: portal.kind === 'development' })
      registerMaintenanceHook(scope, context)
      const allowedMethodsAt = trackAllowedMethods(scope, config.basePath)
      const calls = serveCalls(scope, context, actorResolver)
      registerPolicyReports(scope, context)
      serveHealthChecks(scope, context.readiness)
      refuseUnknownPaths(scope, { basePath: config.basePath, allowedMethodsAt, calls })
      if (portal.kind !== 'none')
        await servePortalPages({ app: scope, root: app, context, actors: actorResolver, portal })
    },
    { prefix: config.basePath },
  )
  const originOf = (request: Parameters<typeof ownOrigin>[0]) => ownOrigin(request, config)
  serveSecurityTxt({ app, settings, contact: config.securityContact, originOf, clock })
  closeWithServer(app, context, load)
  return app
}

// The load that tests and a running bundler cause is not that of visitors.
const idleLoad: LoadMonitor = { now: () => ({ loopMilliseconds: 0, databaseMilliseconds: 0 }), stop() {} }

const builtPortal: PortalSource = { kind: 'built', folder: fileURLToPath(new URL('../../../dist/', import.meta.url)) }

/** Serves the calls of all domains, with the documents that describe them. @returns the calls */
function serveCalls(app: FastifyInstance, context: Context, actorResolver: Actors): readonly Call[] {
  const { config, db, upstream } = context
  const calls: Call[] = []
  const operatorLog = createOperatorLog(db)
  const serve = createGate(app, context, { actors: actorResolver, operatorLog, calls })
  registerCalls({
    serve: upstream ? createGatewayServe(upstream, { serve, context, actors: actorResolver }) : serve,
    app,
    context,
    actors: actorResolver,
  })
  serveOpenApi({
    app,
    actors: actorResolver,
    calls,
    operatorLog,
    basePath: config.basePath,
    cookieName: browserCookieName(tokenCookie, canUseHostPrefix(config)),
  })
  return calls
}

type GateDeps = { actors: Actors; operatorLog: OperatorLog; calls: Call[] }

function createGate(
  app: FastifyInstance,
  { config, db, settings, upstream, clock }: Context,
  { actors: { callerOf, operatorOf }, operatorLog, calls }: GateDeps,
): Serve {
  return makeServe({
    app,
    registeredCalls: calls,
    authenticators: { portal: callerOf, operator: operatorOf },
    // For forwarded calls the upstream server decides, also whether re-authentication is required.
    isRecentlyAuthenticated: (actor, call) =>
      (upstream !== undefined && call.upstream === 'forwarded') ||
      isFreshlyAuthenticated(actor, { now: clock(), minutes: settings.now().session.proofMinutes }),
    operatorLog,
    // Forwarded calls run on the upstream server, for which no transaction may be held open.
    idempotentReplies: createIdempotentReplies(db as never, { areAllNonTransactional: upstream !== undefined }),
    checkReplies: !config.isProduction,
    fileLimitBytes: () => settings.now().fileUploadSizeLimit,
  })
}

function createActorResolver(context: Context): Actors {
  const { db, sessionKeys, settings, clock } = context
  return actors({
    db,
    keys: sessionKeys,
    clock,
    lifetime: () => settings.now().session,
    languages: () => languagesOf(context),
  })
}

function languagesOf({ settings }: Context) {
  const { languages, defaultLocale } = settings.now()
  return { offered: languages, fallback: parseLocale(defaultLocale) ?? 'es' }
}

/** Ends what runs for the server when it is closed, and the connections of clients before. */
function closeWithServer(
  app: FastifyInstance,
  { readiness, watch, settings, keys, upstream }: Context,
  load: LoadMonitor,
) {
  app.addHook('onSend', async (_, reply) => {
    // Keeps clients from reusing a connection that is about to be closed.
    if (readiness.isDraining()) reply.header('connection', 'close')
  })
  app.addHook('onClose', async () => {
    load.stop()
    watch.stop()
    settings.stop()
    keys.stop()
    await readiness.stop()
    upstream?.server.close()
  })
}
