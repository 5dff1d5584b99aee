import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import { eventChannel } from '#kit/server/event-channel.ts'
import type { Files } from '#outside/files/files.ts'
import { type MailMessage, type MailSender, maxConcurrentMails, PermanentlyRefused } from '#outside/mail/mail-sender.ts'
import { OutsideUnavailable } from '#outside/outbound-call.ts'
import type { SmsSender } from '#outside/sms/sms-sender.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { maxTries } from '../rules.ts'
import { isTextMessage } from '../text-messages.ts'
import { composeMail, type MailContext } from './compose-mail.ts'
import { findRecipients } from './find-recipients.ts'
import {
  claimNextMessage,
  markGivenUp,
  markRefusedBy,
  markSent,
  markSentTo,
  type QueuedMessage,
  recipientKeysOf,
} from './outbox.ts'

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

/** Sends the message that is due first. @returns whether there was one. */
export async function sendNextMessage(deps: SendMessagesDeps): Promise<boolean> {
  const message = await claimNextMessage(deps.db, deps.clock())
  if (message) await sendMessage(deps, message)
  return message !== undefined
}

// Limits a run of the job, so that it ends before it could be considered stuck.
const maxMessagesPerRun = 200

/**
 * Sends the messages that are due, a few mails concurrently, but no two to the same reader. Ends when nothing is due
 * any more, when the run has reached its limit, or when the program is shutting down. @returns whether there were any.
 */
export async function sendDueMessages(deps: SendMessagesDeps, isEnding: () => boolean = () => false): Promise<boolean> {
  const busyRecipients = new Set<string>()
  let remaining = maxMessagesPerRun
  let claiming: Promise<unknown> = Promise.resolve()

  // Claimed one at a time: the next message depends on the recipients that are busy by then.
  function claim(): Promise<QueuedMessage | undefined> {
    const claimed = claiming.then(async () => {
      // While the SMTP server does not respond, waiting messages do not use up their tries.
      if (isEnding() || remaining === 0 || deps.mail.isCircuitOpen?.()) return undefined
      const message = await claimNextMessage(deps.db, deps.clock(), [...busyRecipients])
      if (!message) return undefined
      remaining--
      for (const name of recipientKeysOf(message)) busyRecipients.add(name)
      return message
    })
    claiming = claimed.catch(() => {})
    return claimed
  }

  async function sendFrom(first: QueuedMessage | undefined) {
    for (let message = first; message; message = await claim()) {
      await sendMessage(deps, message)
      for (const name of recipientKeysOf(message)) busyRecipients.delete(name)
    }
  }

  const first = await claim()
  if (!first) return false
  const others = Array.from({ length: maxConcurrentMails - 1 }, async () => sendFrom(await claim()))
  const results = await Promise.allSettled([sendFrom(first), ...others])
  const rejected = results.find((end) => end.status === 'rejected')
  if (rejected) throw rejected.reason
  return true
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
  try {
    if (tries > maxTries) throw new Error('every try was interrupted')
    const { sentTo, refusedBy } = await (isTextMessage(kind)
      ? sendTextMessage(deps, message)
      : sendToRecipients(deps, message))
    if (refusedBy && !sentTo) {
      await markGivenUp(db, messageId, clock())
      messageTried.publish({ outcome: 'given_up' })
      log.warn({ messageId, kind, tries, reason: 'refused for good' }, 'mail given up')
    } else {
      await markSent(db, messageId, clock())
      messageTried.publish({ outcome: 'sent' })
    }
  } catch (error) {
    const details = { messageId, kind, tries, reason: reasonOf(error) }
    messageTried.publish({ outcome: tries < maxTries ? 'failed' : 'given_up' })
    if (tries < maxTries) log.warn(details, 'mail not sent, will be retried')
    else {
      await markGivenUp(db, messageId, clock())
      log.error(details, 'mail given up')
    }
  }
}

/**
 * Sends a message to the readers who have neither received nor refused it. @returns the number of readers who have
 * received and refused it so far.
 */
async function sendToRecipients(
  { db, files, mail, mailContext, fallbackLocale }: SendMessagesDeps,
  message: QueuedMessage,
) {
  const { messageId, sentTo, refusedBy } = message
  const recipients = await findRecipients(db, message, fallbackLocale())
  const waiting = recipients.filter(({ address }) => !sentTo.includes(address) && !refusedBy.includes(address))
  const counts = { sentTo: sentTo.length, refusedBy: refusedBy.length }
  if (!waiting.length) return counts
  const attachments = await loadAttachments(files, message)
  const errors: unknown[] = []
  for (const recipient of waiting)
    try {
      await mail.send({ ...(await composeMail(message, recipient, mailContext)), attachments })
      await markSentTo(db, messageId, recipient.address)
      counts.sentTo++
    } catch (error) {
      // The other readers do not have to wait.
      if (!(error instanceof PermanentlyRefused)) errors.push(error)
      else {
        await markRefusedBy(db, messageId, recipient.address)
        counts.refusedBy++
      }
    }
  if (errors.length) throw errors[0]
  return counts
}

/** Sends a text message to its telephone number, unless it was already sent. */
async function sendTextMessage({ db, sms, textOf, fallbackLocale, clock }: SendMessagesDeps, message: QueuedMessage) {
  const { messageId, sentTo, locale } = message
  const to = message.toAddress!
  if (!sentTo.includes(to)) {
    await sms.send({ to, text: await textOf(message, locale ?? fallbackLocale()), at: clock() })
    await markSentTo(db, messageId, to)
  }
  return { sentTo: 1, refusedBy: 0 }
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
  const error = failure instanceof OutsideUnavailable ? (failure.cause ?? failure) : failure
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  return code ? [code, responseCode].filter(Boolean).join(' ') : message
}
