import { buffer } from 'node:stream/consumers'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import { happening } from '#kit/server/happening.ts'
import { OutsideUnavailable } from '#outside/asked.ts'
import type { Files } from '#outside/files/files.ts'
import { type Mail, type MailMessage, mailsAtOnce, RefusedForGood } from '#outside/mail/mail.ts'
import type { Sms } from '#outside/sms/sms.ts'
import { mostTries } from '../rules.ts'
import { isText } from '../text-messages.ts'
import { composeMail, type MailFrame } from './compose.ts'
import { claimNext, giveUp, markRefusedBy, markSent, markSentTo, type QueuedMessage, readersNamedIn } from './outbox.ts'
import { readersOf } from './readers.ts'

type Log = { warn(details: object, message: string): void; error(details: object, message: string): void }

export type SendingNeeds = {
  db: Database
  files: Files
  mail: Mail
  frame: MailFrame
  sms: Sms
  /** What a text message says. */
  textOf: (message: QueuedMessage, locale: Locale) => Promise<string>
  /** The language of whoever has none. */
  fallbackLocale: () => Locale
  clock: () => Date
  log: Log
}

/** A message was sent, is to be tried again, or was given up. */
export const messageTried = happening<{ outcome: 'sent' | 'failed' | 'given_up' }>('message')

/** Sends the message that is due first. @returns whether there was one. */
export async function sendNextMessage(needs: SendingNeeds): Promise<boolean> {
  const message = await claimNext(needs.db, needs.clock())
  if (message) await send(needs, message)
  return message !== undefined
}

// A turn of the job is over before anybody could take it for stuck.
const mostInATurn = 200

/**
 * Sends what is due, a few mails at the same time, of which no two are for the same reader. Ends when nothing is due any
 * more, when a turn has been long enough, or when the program ends. @returns whether there was anything.
 */
export async function sendDueMessages(needs: SendingNeeds, isEnding: () => boolean = () => false): Promise<boolean> {
  const writtenTo = new Set<string>()
  let left = mostInATurn
  let claiming: Promise<unknown> = Promise.resolve()

  // One after the other: what is taken next depends on who is written to by then.
  function claim(): Promise<QueuedMessage | undefined> {
    const claimed = claiming.then(async () => {
      // What waits for a server that does not answer keeps its tries.
      if (isEnding() || left === 0 || needs.mail.isHeldBack?.()) return undefined
      const message = await claimNext(needs.db, needs.clock(), [...writtenTo])
      if (!message) return undefined
      left--
      for (const name of readersNamedIn(message)) writtenTo.add(name)
      return message
    })
    claiming = claimed.catch(() => {})
    return claimed
  }

  async function carryOn(first: QueuedMessage | undefined) {
    for (let message = first; message; message = await claim()) {
      await send(needs, message)
      for (const name of readersNamedIn(message)) writtenTo.delete(name)
    }
  }

  const first = await claim()
  if (!first) return false
  const others = Array.from({ length: mailsAtOnce - 1 }, async () => carryOn(await claim()))
  const ends = await Promise.allSettled([carryOn(first), ...others])
  const broken = ends.find((end) => end.status === 'rejected')
  if (broken) throw broken.reason
  return true
}

/**
 * Sends a message to each of its readers. One that is not taken comes again later and later, and after so many tries stays
 * in its table as given up; a mailbox that refuses it for good is not tried again, and where every one does, it is given up
 * at once. A server that dies between sending and noting it sends again, under the same id: a mail may come twice, and none
 * is lost.
 */
async function send(needs: SendingNeeds, message: QueuedMessage): Promise<void> {
  const { db, clock, log } = needs
  const { messageId, kind, tries } = message
  try {
    if (tries > mostTries) throw new Error('every try broke off')
    const { sentTo, refusedBy } = await (isText(kind) ? sendText(needs, message) : sendTo(needs, message))
    if (refusedBy && !sentTo) {
      await giveUp(db, messageId, clock())
      messageTried.tell({ outcome: 'given_up' })
      log.warn({ messageId, kind, tries, reason: 'refused for good' }, 'mail given up')
    } else {
      await markSent(db, messageId, clock())
      messageTried.tell({ outcome: 'sent' })
    }
  } catch (error) {
    const told = { messageId, kind, tries, reason: reasonOf(error) }
    messageTried.tell({ outcome: tries < mostTries ? 'failed' : 'given_up' })
    if (tries < mostTries) log.warn(told, 'mail not sent, tried again later')
    else {
      await giveUp(db, messageId, clock())
      log.error(told, 'mail given up')
    }
  }
}

/** Sends it to those who neither have it nor refuse it. @returns how many have it and refuse it by now. */
async function sendTo({ db, files, mail, frame, fallbackLocale }: SendingNeeds, message: QueuedMessage) {
  const { messageId, sentTo, refusedBy } = message
  const readers = await readersOf(db, message, fallbackLocale())
  const waiting = readers.filter(({ address }) => !sentTo.includes(address) && !refusedBy.includes(address))
  const ended = { sentTo: sentTo.length, refusedBy: refusedBy.length }
  if (!waiting.length) return ended
  const attachments = await attachmentsOf(files, message)
  const troubles: unknown[] = []
  for (const reader of waiting)
    try {
      await mail.send({ ...(await composeMail(message, reader, frame)), attachments })
      await markSentTo(db, messageId, reader.address)
      ended.sentTo++
    } catch (error) {
      // The others are not kept waiting.
      if (!(error instanceof RefusedForGood)) troubles.push(error)
      else {
        await markRefusedBy(db, messageId, reader.address)
        ended.refusedBy++
      }
    }
  if (troubles.length) throw troubles[0]
  return ended
}

/** Sends a text message to its telephone, unless that has it. */
async function sendText({ db, sms, textOf, fallbackLocale, clock }: SendingNeeds, message: QueuedMessage) {
  const { messageId, sentTo, locale } = message
  const to = message.toAddress!
  if (!sentTo.includes(to)) {
    await sms.send({ to, text: await textOf(message, locale ?? fallbackLocale()), at: clock() })
    await markSentTo(db, messageId, to)
  }
  return { sentTo: 1, refusedBy: 0 }
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
function reasonOf(failure: unknown): string {
  const error = failure instanceof OutsideUnavailable ? (failure.cause ?? failure) : failure
  const { code, responseCode, message } = error as { code?: string; responseCode?: number; message: string }
  return code ? [code, responseCode].filter(Boolean).join(' ') : message
}
