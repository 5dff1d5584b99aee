import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import type { Files } from '#outside/files/files.ts'
import type { Mail, MailMessage } from '#outside/mail/mail.ts'
import { mostTries } from '../rules.ts'
import { composeMail, type MailFrame } from './compose.ts'
import { claimNext, giveUp, markSent, markSentTo, type QueuedMessage } from './outbox.ts'
import { readersOf } from './readers.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }

export type SendingNeeds = {
  db: Database
  files: Files
  mail: Mail
  frame: MailFrame
  /** The language of whoever has none. */
  fallbackLocale: () => Locale
  clock: () => Date
  log: Log
}

/**
 * Sends the message that is due first, to each of its readers. True when there was one. One that is not taken comes again
 * later and later, and after so many tries stays in its table as given up. A server that dies between sending and noting
 * it sends again, under the same id: a mail may come twice, and none is lost.
 */
export async function sendNextMessage(needs: SendingNeeds): Promise<boolean> {
  const { db, clock, log } = needs
  const message = await claimNext(db, clock())
  if (!message) return false
  const { messageId, kind, tries } = message
  try {
    if (tries > mostTries) throw new Error('every try broke off')
    await sendTo(needs, message)
    await markSent(db, messageId, clock())
  } catch (error) {
    const told = { messageId, kind, tries, reason: reasonOf(error) }
    if (tries < mostTries) log.warn(told, 'mail not sent, tried again later')
    else {
      await giveUp(db, messageId, clock())
      log.error(told, 'mail given up')
    }
  }
  return true
}

async function sendTo({ db, files, mail, frame, fallbackLocale }: SendingNeeds, message: QueuedMessage) {
  const readers = await readersOf(db, message, fallbackLocale())
  const waiting = readers.filter(({ address }) => !message.sentTo.includes(address))
  if (!waiting.length) return
  const attachments = await attachmentsOf(files, message)
  for (const reader of waiting) {
    await mail.send({ ...(await composeMail(message, reader, frame)), attachments })
    await markSentTo(db, message.messageId, reader.address)
  }
}

function attachmentsOf(files: Files, { attachments }: QueuedMessage): Promise<MailMessage['attachments']> {
  return Promise.all(
    attachments.map(async ({ fileKey, fileName }) => {
      const content = await files.get(fileKey)
      if (!content) throw new Error('a file that goes along is missing')
      return { fileName, content: await buffer(content) }
    }),
  )
}

// What a server answers may repeat the address, so that of its failures only their codes are told.
function reasonOf(error: unknown): string {
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  return code ? [code, responseCode].filter(Boolean).join(' ') : message
}
