import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Entered, enterAsClient, enterWithToken, sourceOf } from '#domains/session/server/entry.ts'
import { Refused } from '#kit/refusal.ts'
import { arrivalOf } from '../web/guard.ts'
import type { Context } from './context.ts'
import { isForPrograms } from './program-paths.ts'

/**
 * What comes before every page: whoever brings a token, or the id and secret of a client, in the address is let in. It is
 * exchanged once for the cookie of a session, and the visit goes on to the same address without it.
 * Throws Refused 401, 504 or 505, whose page tells it.
 */
export function letIn(context: Context) {
  const { config, cookies } = context

  return async (request: FastifyRequest, reply: FastifyReply) => {
    const address = request.url.slice(config.basePath.length)
    // A program that only looks at the head of an answer uses nothing up.
    if (request.method !== 'GET' || isForPrograms(address.split('?')[0]!)) return
    const arrival = arrivalOf(address)
    switch (arrival.kind) {
      case 'nothing':
        return
      case 'problem':
        throw new Refused(arrival.code, arrival.status)
      case 'token': {
        const entry = await enterWithToken(context, arrival.token, sourceOf(request))
        if (entry.kind !== 'entered') throw new Refused('token_invalid', 401)
        return goOn(entry, arrival.goOn)
      }
      case 'client': {
        const entry = await enterAsClient(context, arrival, sourceOf(request))
        if (entry.kind !== 'entered') throw new Refused('client_id_error', 505)
        return goOn(entry, arrival.goOn)
      }
    }

    function goOn(entry: Entered, address: string) {
      cookies.keep(request, reply, entry)
      return reply.header('cache-control', 'no-store').redirect(config.basePath + address, 302)
    }
  }
}
