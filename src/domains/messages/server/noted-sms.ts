import { randomUUID } from 'node:crypto'
import type { Database } from '#db/database.ts'
import type { Sms } from '#outside/sms/sms.ts'
import { outboxKindOf } from '../text-messages.ts'

/**
 * A way of sending codes by text message at once, by which it is noted in the outbox that one was sent, or was not; never what
 * it says.
 */
export function notedCodes(sms: Sms, db: Database): Sms {
  async function note(to: string, at: Date, isSent: boolean) {
    await db
      .insertInto('outbox_message')
      .values({
        message_id: randomUUID(),
        kind: outboxKindOf('code'),
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
        await note(message.to, message.at, false)
        throw error
      }
      await note(message.to, message.at, true)
    },
  }
}
