import type { FastifyRequest } from 'fastify'
import type { CustomerActor } from '#kit/actor.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { ReceiptMedium } from '../rules.ts'

/** Returns who opens a case, and how they want its receipt and its answer, as it is stored. */
export function authorOf(
  actor: CustomerActor,
  request: FastifyRequest,
  { language, receipt }: { language?: Locale | undefined; receipt?: ReceiptMedium | undefined },
) {
  return {
    ...{ userId: actor.userId, contact: null, requestId: request.id },
    locale: language ?? actor.locale,
    receiptMedium: receipt ?? 'email',
  }
}
