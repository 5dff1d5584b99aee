import { mailTexts } from '#app/server/messages.ts'
import type { TestPortal } from '#app/server/testing/portal.ts'
import { smsOf, textWriter } from '#app/server/text-messages.ts'
import { type SendingNeeds, sendNextMessage } from '#domains/messages/server/send-messages.ts'
import type { MailMessage } from '#outside/mail/mail.ts'
import { answerNextRequest } from './answer-requests.ts'
import { openedLink } from './mailed-link.ts'

/** Answers what was asked for and sends the mails and text messages that wait; answers the mails, the oldest first. */
export async function mailsOf({ context }: TestPortal): Promise<MailMessage[]> {
  const { db, files, settings, sealingKeys, clock } = context
  const fail = (details: object) => {
    throw new Error(JSON.stringify(details))
  }
  const log = { warn: fail, error: fail }
  while (await answerNextRequest({ db, settings, sealingKeys, clock, log })) {}
  const sent: MailMessage[] = []
  const hrefOf = async (link: string) => `https://portal.example${openedLink(link, sealingKeys)}`
  const needs: SendingNeeds = {
    db,
    files,
    mail: { send: async (mail) => void sent.push(mail) },
    frame: { textsOf: mailTexts, retailer: () => settings.now(), hrefOf },
    sms: smsOf(context.config),
    textOf: textWriter(settings, hrefOf),
    fallbackLocale: () => 'es',
    clock,
    log,
  }
  while (await sendNextMessage(needs)) {}
  return sent
}

/** The secret of the link that a mail holds. */
export function secretIn({ text }: Pick<MailMessage, 'text'>): string {
  return /_link=([\w-]+)/.exec(text)![1]!
}
