import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actors } from '#domains/session/server/sessions/actors.ts'
import { revokeSession } from '#domains/session/server/sessions/revoke-sessions.ts'
import type { UpstreamAuthenticator } from '#domains/session/server/upstream/upstream-authenticator.ts'
import type { Actor, CustomerActor } from '#kit/actor.ts'
import type { Call } from '#kit/call.ts'
import { isRefused, Refused } from '#kit/refusal.ts'
import { type Handler, notFound, type Serve } from '#kit/server/serve.ts'
import type { Context } from '../wiring/context.ts'
import { forwardToUpstream } from './forward-to-upstream.ts'
import { inlineUploads } from './inline-uploads.ts'

type GatewayDeps = { serve: Serve; context: Context; actors: Actors }

/**
 * Serves calls in front of an upstream server: the specified ones are forwarded with the user's upstream token, the
 * others are handled locally. Sessions and permission to write are still checked here.
 */
export function createGatewayServe(
  upstreamAuth: UpstreamAuthenticator,
  { serve, context, actors }: GatewayDeps,
): Serve {
  return (definition, handler) => {
    if (definition.upstream === 'closed') {
      const closed = async () => {
        throw notFound()
      }
      return serve(definition, closed)
    }
    if (definition.upstream !== 'forwarded') return serve(definition, handler)
    const forward = (input: ForwardedCallInput) => forwardCall(definition, input)
    serve(definition, forward as unknown as Handler<typeof definition>)
  }

  type ForwardedCallInput = { actor: Actor; body: unknown; request: FastifyRequest; reply: FastifyReply }

  async function forwardCall(call: Call, { actor, body, request, reply }: ForwardedCallInput) {
    const token = actor.kind === 'customer' ? await upstreamAuth.tokenOf(actor.sessionId) : null
    if (actor.kind === 'customer' && token === null) throw await endSession(actor, request, reply)
    try {
      return await forwardToUpstream(upstreamAuth.server, {
        call,
        actor,
        request,
        reply,
        token,
        body: await inlineUploads(context, body, actor),
      })
    } catch (failure) {
      if (isRefused(failure) && failure.status === 401)
        throw actor.kind === 'customer' ? await endSession(actor, request, reply) : new Refused('unauthenticated', 401)
      throw failure
    }
  }

  /** A session that the upstream server no longer knows ends here too. */
  async function endSession({ sessionId, userId }: CustomerActor, request: FastifyRequest, reply: FastifyReply) {
    await revokeSession(context.db, { sessionId, now: context.clock() })
    actors.forget(userId)
    context.cookies.clearSession(request, reply)
    return new Refused('token_expired', 401)
  }
}
