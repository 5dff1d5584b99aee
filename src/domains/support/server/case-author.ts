import type { FastifyRequest } from 'fastify'
import type { CustomerActor } from '#kit/actor.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { parsePhone } from '#vocabulary/phone.ts'
import type { AnswerChannel, ReceiptMedium } from '../rules.ts'
import { invalidFields } from './invalid-fields.ts'

type AuthorWishes = {
  language?: Locale | undefined
  receipt?: ReceiptMedium | undefined
  answer?: AnswerChannel | undefined
  answer_phone?: string | undefined
}

/** Returns who opens a case, and how they want its receipt and its answer, as it is stored. @throws the wrong field. */
export function authorOf(
  actor: CustomerActor,
  request: FastifyRequest,
  { language, receipt, answer = 'portal', answer_phone: answerPhone = '' }: AuthorWishes,
) {
  const phone = answer === 'phone' ? parsePhone(answerPhone) : null
  if (answer === 'phone' && !phone) throw invalidFields({ answer_phone: ['invalid_mobile'] })
  return {
    ...{ userId: actor.userId, contact: null, requestId: request.id },
    locale: language ?? actor.locale,
    receiptMedium: receipt ?? 'email',
    answer: { channel: answer, phone },
  }
}
