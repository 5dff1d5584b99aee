import { buffer } from 'node:stream/consumers'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actors } from '#domains/session/server/actors.ts'
import { revokeSession } from '#domains/session/server/session-store.ts'
import type { UpstreamDoor } from '#domains/session/server/upstream-door.ts'
import { openUpload } from '#domains/uploads/server/open-upload.ts'
import { findUpload } from '#domains/uploads/server/store.ts'
import type { Actor, CustomerActor } from '#kit/actor.ts'
import type { Call } from '#kit/call.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { type Handler, notFound, type Serve } from '#kit/server/serve.ts'
import type { Context } from '../context.ts'
import { passOn } from './pass-on.ts'
import { nameOf, specifiedCalls } from './specified-calls.ts'

type Needs = { serve: Serve; context: Context; actors: Actors }

/** Ways in, and what belongs to them, of accounts that are kept here; behind us others keep them. */
const ofOwnAccounts: ReadonlySet<string> = new Set([
  'POST /user/openid',
  'POST /user/openid/link',
  'POST /user/connect',
  'POST /user/passkey/start',
  'POST /user/passkey',
  'POST /user/second_factor',
  'POST /user/code_app',
  'POST /user/code_app/confirm',
  'POST /user/passkeys/start',
  'POST /user/passkeys/',
  'GET /user/access_tokens/',
  'POST /user/access_tokens/',
])

/**
 * Serves calls in front of another server: the specified ones are passed on to it with its own token of whoever asks, and
 * the others stay ours. Who has a session, and may change something, is decided here as ever.
 */
export function servingInFront(door: UpstreamDoor, { serve, context, actors }: Needs): Serve {
  return (definition, handler) => {
    if (ofOwnAccounts.has(nameOf(definition))) {
      const closed = async () => {
        throw notFound()
      }
      return serve(definition, closed)
    }
    if (!specifiedCalls.has(nameOf(definition))) return serve(definition, handler)
    const passed = (input: Asked) => passedOn(definition, input)
    serve(definition, passed as unknown as Handler<typeof definition>)
  }

  type Asked = { actor: Actor; body: unknown; request: FastifyRequest; reply: FastifyReply }

  async function passedOn(call: Call, { actor, body, request, reply }: Asked) {
    const token = actor.kind === 'customer' ? await door.tokenOf(actor.sessionId) : null
    if (actor.kind === 'customer' && token === null) throw await ended(actor, request, reply)
    try {
      return await passOn(door.server, { call, actor, request, reply, token, body: await withFiles(body, actor) })
    } catch (failure) {
      if (isRefused(failure) && failure.status === 401)
        throw actor.kind === 'customer' ? await ended(actor, request, reply) : new Refused('unauthenticated', 401)
      throw failure
    }
  }

  /** A session that the other server no longer knows is over here as well. */
  async function ended({ sessionId, userId }: CustomerActor, request: FastifyRequest, reply: FastifyReply) {
    await revokeSession(context.db, { sessionId, now: context.clock() })
    actors.forget(userId)
    context.cookies.clear(request, reply)
    return new Refused('token_expired', 401)
  }

  /** What is sent with the files that came in before, as the specification writes them: whole, in base64. */
  async function withFiles(body: unknown, actor: Actor): Promise<unknown> {
    if (Array.isArray(body)) return Promise.all(body.map((part) => withFiles(part, actor)))
    if (typeof body !== 'object' || body === null) return body
    const entries = Object.entries(body)
    if (entries.length === 1 && isUploadId(entries[0]!)) return fileOf(entries[0]![1] as string, actor)
    return Object.fromEntries(
      await Promise.all(entries.map(async ([name, part]) => [name, await withFiles(part, actor)] as const)),
    )
  }

  async function fileOf(uploadId: string, actor: Actor) {
    const maker = { userId: actor.kind === 'customer' ? actor.userId : null }
    const upload = await findUpload(context.db, { uploadId, maker })
    if (!upload) throw new Refused('file_missing', 400)
    const content = await buffer(await openUpload(context.files, upload))
    return { filename: upload.fileName, content: content.toString('base64') }
  }
}

function isUploadId([name, value]: [string, unknown]): boolean {
  return name === 'id' && typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)
}
