import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { DB } from '#db/tables.ts'
import { Refused } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import { limits, lineKindNames, scopeOf } from '../rules.ts'
import { authenticateKey, createBatchLimit } from './authenticate-key.ts'
import { registerCompensationRoutes } from './compensation-routes.ts'
import { decompressBody } from './decompress-body.ts'
import { importBatch } from './import-batch.ts'
import { addFinishedRun } from './import-runs/run-store.ts'
import type { IntegrationKey } from './key-store.ts'
import { type LineKind, lineKinds } from './line-kinds.ts'
import { buildIntegrationDocument, ndjsonMediaType } from './openapi.ts'
import { createSpool } from './spool.ts'

type IntegrationRouteDeps = { app: FastifyInstance; db: Kysely<DB>; files: Files; clock: () => Date; basePath: string }

declare module 'fastify' {
  interface FastifyRequest {
    integrationKey?: IntegrationKey
  }
}

const mediaTypes = [ndjsonMediaType, 'application/ndjson', 'application/jsonl']

/** Registers the integration API: one batch call per line kind, and its description. */
export function registerIntegrationRoutes({ app, basePath, ...deps }: IntegrationRouteDeps) {
  const batchLimit = createBatchLimit(limits.batchesAtOnce)
  let description: string | undefined

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(mediaTypes, (_, body, done) => done(null, body))
    for (const name of lineKindNames)
      scope.route({
        method: 'POST',
        url: `/integration/v1/${name}`,
        // Decompressed by the handler, which keeps the complete lines of a truncated body.
        decompress: false,
        // Checked before the body is read: an unauthorised sender needs no reply about it.
        onRequest: async (request) => {
          request.integrationKey = await authenticateKey(deps, request, scopeOf(name))
        },
        handler: async (request, reply) => {
          const release = batchLimit.acquire(request.integrationKey!)
          try {
            return await handleBatch(lineKinds[name], request, reply, deps)
          } finally {
            release()
          }
        },
      })
    registerCompensationRoutes(scope, deps)
    scope.get('/integration/openapi.json', async (_, reply) => {
      description ??= JSON.stringify(buildIntegrationDocument(basePath))
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(description)
    })
  })
}

async function handleBatch(
  kind: LineKind,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, files, clock }: Pick<IntegrationRouteDeps, 'db' | 'files' | 'clock'>,
) {
  const body = decompressBody(request.body as Readable | undefined, request.headers['content-encoding'])
  const spool = createSpool()
  reply.raw.once('close', () => void spool.discard())
  const log: Pick<FastifyBaseLogger, 'warn'> = request.log
  try {
    const { keyId } = request.integrationKey!
    const origin = { channel: 'api' as const, keyId }
    const writeAnswer = (text: string) => spool.write(text)
    const counts = await importBatch(kind, body, { db, files, clock, log, origin, writeAnswer })
    await writeAudit(db, {
      action: 'integration_batch',
      subject: `integration_key:${keyId}`,
      after: { kind: kind.name, ...counts },
      requestId: request.id,
    })
    const { lines: _, changed: __, ...runCounts } = counts
    const runDetails = { keyId, fileName: '', sizeBytes: null, reportKey: null }
    await addFinishedRun(db, { source: 'api', kind: kind.name, ...runCounts, ...runDetails }, clock())
  } catch (error) {
    // The client has disconnected. Complete groups are stored, and the batch will be sent again.
    if (request.raw.destroyed && !request.raw.complete) throw new Refused('invalid', 400)
    throw error
  }
  return reply.type(ndjsonMediaType).header('cache-control', 'no-store').send(spool.read())
}
