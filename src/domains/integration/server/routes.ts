import type { Readable } from 'node:stream'
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '#db/database.ts'
import { Refused } from '#kit/refusal.ts'
import { writeAudit } from '#kit/server/audit.ts'
import type { Files } from '#outside/files/files.ts'
import { limits, lineKindNames, scopeOf } from '../rules.ts'
import { unpacked } from './body.ts'
import { admit, turnstile } from './doorkeeper.ts'
import { addRun } from './import-runs/run-store.ts'
import type { IntegrationKey } from './keys.ts'
import { type LineKind, lineKinds } from './line-kinds.ts'
import { integrationDocument, ndjson } from './openapi.ts'
import { makeSpool } from './spool.ts'
import { takeBatch } from './take-batch.ts'

type Needs = { app: FastifyInstance; db: Database; files: Files; clock: () => Date; basePath: string }

declare module 'fastify' {
  interface FastifyRequest {
    integrationKey?: IntegrationKey
  }
}

const mediaTypes = [ndjson, 'application/ndjson', 'application/jsonl']

/** Mounts the way in of the retailer's systems: a batch of lines of each kind, and what describes it. */
export function integrationRoutes({ app, basePath, ...needs }: Needs) {
  const batches = turnstile(limits.batchesAtOnce)
  let description: string | undefined

  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(mediaTypes, (_, body, done) => done(null, body))
    for (const name of lineKindNames)
      scope.route({
        method: 'POST',
        url: `/integration/v1/${name}`,
        // Unpacked here, where a body that ends too soon keeps what came before.
        decompress: false,
        // Before the body is looked at: who may not send anything needs no answer about it.
        onRequest: async (request) => {
          request.integrationKey = await admit(needs, request, scopeOf(name))
        },
        handler: async (request, reply) => {
          const leave = batches.enter(request.integrationKey!)
          try {
            return await answerBatch(lineKinds[name], request, reply, needs)
          } finally {
            leave()
          }
        },
      })
    scope.get('/integration/openapi.json', async (_, reply) => {
      description ??= JSON.stringify(integrationDocument(basePath))
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .send(description)
    })
  })
}

async function answerBatch(
  kind: LineKind,
  request: FastifyRequest,
  reply: FastifyReply,
  { db, files, clock }: Pick<Needs, 'db' | 'files' | 'clock'>,
) {
  const body = unpacked(request.body as Readable | undefined, request.headers['content-encoding'])
  const spool = makeSpool()
  reply.raw.once('close', () => void spool.drop())
  const log: Pick<FastifyBaseLogger, 'warn'> = request.log
  try {
    const counts = await takeBatch(kind, body, { db, files, clock, log, answer: (text) => spool.write(text) })
    await writeAudit(db, {
      action: 'integration_batch',
      subject: `integration_key:${request.integrationKey!.keyId}`,
      after: { kind: kind.name, ...counts },
      requestId: request.id,
    })
    const { accepted, refused } = counts
    const ofKey = { keyId: request.integrationKey!.keyId, fileName: '', sizeBytes: null, reportKey: null }
    await addRun(db, { source: 'api', kind: kind.name, accepted, refused, ...ofKey }, clock())
  } catch (error) {
    // Nobody is there any more to be answered; what came before is stored, and the batch will come again.
    if (request.raw.destroyed && !request.raw.complete) throw new Refused('invalid', 400)
    throw error
  }
  return reply.type(ndjson).header('cache-control', 'no-store').send(spool.read())
}
