import { buffer } from 'node:stream/consumers'
import type { Selectable } from 'kysely'
import type { Database } from '#db/database.ts'
import type { OutboxMessage } from '#db/tables.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import { createQueueWorker, type QueueWorker } from '#kit/server/queue-runner.ts'
import type { Files } from '#outside/files/files.ts'
import {
  type MailMessage,
  type MailSender,
  maxConcurrentMails,
  PermanentlyRefusedError,
} from '#outside/mail/mail-sender.ts'
import { OutsideUnavailableError } from '#outside/outbound-call.ts'
import type { SmsSender } from '#outside/sms/sms-sender.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { isTextMessage } from '../text-messages.ts'
import { composeMail, type MailContext } from './compose-mail.ts'
import { findRecipients } from './find-recipients.ts'
import {
  claimNextMessage,
  markGivenUp,
  markRefusedBy,
  markSent,
  outboxQueue,
  type QueuedMessage,
  toQueuedMessage,
} from './outbox.ts'
import { copyOfMail, copyOfTextMessage, markSentTo } from './sent-copy.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }

export type SendMessagesDeps = {
  db: Database
  files: Files
  mail: MailSender
  mailContext: MailContext
  sms: SmsSender
  /** Returns the content of a text message. */
  textOf: (message: QueuedMessage, locale: Locale) => Promise<string>
  /** The language of readers without one. */
  fallbackLocale: () => Locale
  clock: () => Date
  log: Log
}

/** Published after each try: the message was sent, will be retried, or was given up. */
export const messageTried = eventChannel<{ outcome: 'sent' | 'failed' | 'given_up' }>('message')

/**
 * Creates the worker that sends messages, a few mails concurrently, but no two to the same reader. While the SMTP server
 * does not respond, waiting messages do not use up their tries.
 */
export function createMessageWorker(deps: SendMessagesDeps): QueueWorker<Selectable<OutboxMessage>> {
  const { db, mail, clock } = deps
  return createQueueWorker({
    ...{ db, clock, queue: outboxQueue, concurrency: maxConcurrentMails },
    claim: async (_, inProgress) => (mail.isCircuitOpen?.() ? [] : claimNextMessage(db, clock(), inProgress)),
    work: (row) => sendMessage(deps, toQueuedMessage(row)),
    onFailure: (row, error, { isLast }) => recordFailure(deps, { message: toQueuedMessage(row), error, isLast }),
  })
}

/**
 * Sends a message to each of its readers. A failed try is repeated with growing pauses; after the maximum number of
 * tries the message stays in its table as given up. A mailbox that refuses it permanently is not tried again, and if
 * all of them do, the message is given up at once. A server that dies between sending and recording sends again with
 * the same id: a mail may arrive twice, but none is lost.
 */
async function sendMessage(deps: SendMessagesDeps, message: QueuedMessage): Promise<void> {
  const { db, clock, log } = deps
  const { messageId, kind, tries } = message
  const { sentTo, refusedBy, isRecorded } = await (isTextMessage(kind)
    ? sendTextMessage(deps, message)
    : sendToRecipients(deps, message))
  if (refusedBy && !sentTo) {
    await markGivenUp(db, messageId, clock())
    messageTried.publish({ outcome: 'given_up' })
    log.warn({ messageId, kind, tries, reason: 'refused for good' }, 'mail given up')
  } else {
    if (!isRecorded) await markSent(db, messageId, clock())
    messageTried.publish({ outcome: 'sent' })
  }
}

/**
 * How many readers have received and refused a message so far, and whether it is already recorded that it was sent to all
 * of them.
 */
type SendResult = { sentTo: number; refusedBy: number; isRecorded: boolean }

type SendFailure = { message: QueuedMessage; error: Error; isLast: boolean }

async function recordFailure({ db, clock, log }: SendMessagesDeps, { message, error, isLast }: SendFailure) {
  const { messageId, kind, tries } = message
  const details = { messageId, kind, tries, reason: reasonOf(error) }
  messageTried.publish({ outcome: isLast ? 'given_up' : 'failed' })
  if (!isLast) return log.warn(details, 'mail not sent, will be retried')
  await markGivenUp(db, messageId, clock())
  log.error(details, 'mail given up')
}

/** Sends a message to the readers who have neither received nor refused it. */
async function sendToRecipients(
  { db, files, mail, mailContext, fallbackLocale, clock }: SendMessagesDeps,
  message: QueuedMessage,
): Promise<SendResult> {
  const { messageId, sentTo, refusedBy } = message
  const recipients = await findRecipients(db, message, fallbackLocale())
  const waiting = recipients.filter(({ address }) => !sentTo.includes(address) && !refusedBy.includes(address))
  const result = { sentTo: sentTo.length, refusedBy: refusedBy.length, isRecorded: false }
  if (!waiting.length) return result
  const attachments = await loadAttachments(files, message)
  const errors: unknown[] = []
  for (const recipient of waiting)
    try {
      const composed = await composeMail(message, recipient, mailContext)
      await mail.send({ ...composed, attachments })
      const isLast = recipient === waiting.at(-1) && errors.length === 0
      await markSentTo(db, message, {
        ...{ address: recipient.address, copy: copyOfMail(composed, message), now: clock(), isLast },
      })
      result.sentTo++
      result.isRecorded = isLast
    } catch (error) {
      // The other readers do not have to wait.
      if (!(error instanceof PermanentlyRefusedError)) errors.push(error)
      else {
        await markRefusedBy(db, messageId, recipient.address)
        result.refusedBy++
      }
    }
  if (errors.length) throw errors[0]
  return result
}

/** Sends a text message to its telephone number, unless it was already sent. */
async function sendTextMessage(
  { db, sms, textOf, fallbackLocale, clock }: SendMessagesDeps,
  message: QueuedMessage,
): Promise<SendResult> {
  const isSent = message.sentTo.includes(message.toAddress!)
  const locale = message.locale ?? fallbackLocale()
  const to = message.toAddress!
  if (!isSent) {
    const text = await textOf(message, locale)
    await sms.send({ to, text, at: clock() })
    await markSentTo(db, message, { address: to, copy: copyOfTextMessage(text, locale), now: clock(), isLast: true })
  }
  return { sentTo: 1, refusedBy: 0, isRecorded: !isSent }
}

function loadAttachments(files: Files, { attachments }: QueuedMessage): Promise<MailMessage['attachments']> {
  return Promise.all(
    attachments.map(async ({ fileKey, fileName }) => {
      const content = await files.get(fileKey)
      if (!content) throw new Error('an attachment is missing')
      return { fileName, content: await buffer(content) }
    }),
  )
}

// A server's response may repeat the address, so only the codes of its errors are logged.
function reasonOf(failure: unknown): string {
  const error = failure instanceof OutsideUnavailableError ? (failure.cause ?? failure) : failure
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  return code ? [code, responseCode].filter(Boolean).join(' ') : message
}
