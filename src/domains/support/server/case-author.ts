import type { FastifyRequest } from 'fastify'
import type { CustomerActor } from '#kit/actor.ts'

/** Returns who opens a case, as it is stored. */
export function authorOf(actor: CustomerActor, request: FastifyRequest) {
  return { userId: actor.userId, contact: null, locale: actor.locale, requestId: request.id }
}
