import type { FastifyInstance } from 'fastify'
import { type Actors, tokenCookie } from '#domains/session/server/sessions/actors.ts'
import type { Call } from '#kit/call.ts'
import { requireRole } from '#kit/operator-role.ts'
import { isRefused } from '#kit/refusal.ts'
import type { OperatorLog } from '#kit/server/operator-log.ts'
import { notFound } from '#kit/server/serve.ts'
import { buildComponents } from './openapi-components.ts'
import { buildOperation, type Json } from './openapi-operation.ts'
import { isUnder } from './program-paths.ts'

type OpenApiInput = {
  calls: readonly Call[]
  basePath: string
  /** The name of the session cookie in browsers. */
  cookieName?: string
}

/**
 * Serves the description of the calls at /api/openapi.json, for API client developers; that of the operators' calls is
 * a separate document at /api/operator/openapi.json, for administrators only.
 */
export function serveOpenApi({
  app,
  actors,
  calls,
  operatorLog,
  basePath,
  cookieName,
}: OpenApiInput & {
  app: FastifyInstance
  actors: Pick<Actors, 'operatorOf'>
  operatorLog: Pick<OperatorLog, 'recordRefusal'>
}) {
  const renderDocument = (isOperators: boolean) =>
    JSON.stringify(
      buildOpenApiDocument({
        calls: calls.filter((call) => isOperatorCall(call) === isOperators),
        basePath,
        cookieName,
      }),
    )
  let publicText: string | undefined
  app.get('/api/openapi.json', async (_, reply) => {
    publicText ??= renderDocument(false)
    return reply.type(mediaType).header('cache-control', 'public, max-age=300').send(publicText)
  })
  let operatorsText: string | undefined
  const document = { method: 'GET', path: '/operator/openapi.json' } as const
  app.get(`/api${document.path}`, async (request, reply) => {
    const actor = await actors.operatorOf(request)
    if (actor.kind !== 'operator') throw notFound()
    try {
      requireRole(actor, ['administrator'])
    } catch (error) {
      if (isRefused(error))
        await operatorLog.recordRefusal({ actor, definition: document, params: {}, requestId: request.id }, error)
      throw error
    }
    operatorsText ??= renderDocument(true)
    return reply.type(mediaType).header('cache-control', 'no-store').send(operatorsText)
  })
}

const mediaType = 'application/json; charset=utf-8'

function isOperatorCall({ access, path }: Call): boolean {
  return access === 'operator' || isUnder(path, '/operator')
}

/** Builds the OpenAPI 3.1 document of these calls: one path per version of each. */
export function buildOpenApiDocument({ calls, basePath, cookieName = tokenCookie }: OpenApiInput): Json {
  const paths: Record<string, Json> = {}
  for (const call of calls)
    for (const version of call.versions) {
      const path = `/api/v${version}${call.path.replace(/:(\w+)/g, '{$1}')}`
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: buildOperation(call, version) }
    }
  const newest = Math.max(1, ...calls.flatMap(({ versions }) => versions))
  return {
    openapi: '3.1.0',
    info: { title: 'Customer office', version: String(newest), description: introduction },
    servers: [{ url: basePath || '/' }],
    paths,
    components: buildComponents(cookieName),
  }
}

const introduction = [
  'Where a call has several versions, take the highest; only an answer 404 `version_unknown` is a reason to try a lower one.',
  'A final slash is optional.',
  'Amounts are euros, energy kWh and power kW, as exact decimals; days are `YYYY-MM-DD`, instants have an offset, and what is missing is `null`.',
].join(' ')
