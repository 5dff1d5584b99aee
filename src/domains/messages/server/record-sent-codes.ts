import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { SmsSender } from '#outside/sms/sms-sender.ts'
import { textMessageKind } from '../text-messages.ts'

/**
 * Wraps a sender that sends codes by text message immediately, and records in the outbox whether each was sent, but
 * never its content.
 */
export function recordSentCodes(sms: SmsSender, db: Database): SmsSender {
  async function recordAttempt(to: string, at: Date, isSent: boolean) {
    await db
      .insertInto('outbox_message')
      .values({
        message_id: randomUUID(),
        kind: textMessageKind('code'),
        values: '{}',
        to_address: to,
        created_at: at,
        send_at: at,
        ...(isSent ? { sent_at: at, sent_to: [to] } : { given_up_at: at, failures: 1 }),
      })
      .execute()
  }

  return {
    async send(message) {
      try {
        await sms.send(message)
      } catch (error) {
        await recordAttempt(message.to, message.at, false)
        throw error
      }
      await recordAttempt(message.to, message.at, true)
    },
  }
}
