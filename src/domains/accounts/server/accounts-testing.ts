import type { TestPortal } from '#app/server/testing/test-portal.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { createSmsTextWriter, openSms } from '#app/server/wiring/sms-messages.ts'
import { createMessageWorker, type SendMessagesDeps } from '#domains/messages/server/send-messages.ts'
import { workOnNext } from '#kit/server/queue-runner.ts'
import type { MailMessage } from '#outside/mail/mail-sender.ts'
import { decryptLink } from './mailed-link.ts'
import { processNextRequest } from './process-account-requests.ts'

/** Processes the account requests and sends the waiting mails and text messages. Returns the mails, oldest first. */
export async function sendPendingMails({ context }: TestPortal): Promise<MailMessage[]> {
  const { db, files, settings, encryptionKeys, clock } = context
  const fail = (details: object) => {
    throw new Error(JSON.stringify(details))
  }
  const log = { warn: fail, error: fail }
  while (await processNextRequest({ db, settings, encryptionKeys, clock, log })) {}
  const sent: MailMessage[] = []
  const hrefOf = async (link: string) => `https://portal.example${decryptLink(link, encryptionKeys)}`
  const deps: SendMessagesDeps = {
    db,
    files,
    mail: { send: async (mail) => void sent.push(mail) },
    mailContext: { textsOf: mailTextsOf, retailer: () => settings.now(), hrefOf },
    sms: openSms(context.config),
    textOf: createSmsTextWriter(settings, hrefOf),
    fallbackLocale: () => 'es',
    clock,
    log,
  }
  while (await workOnNext(createMessageWorker(deps))) {}
  return sent
}

/** Returns the secret of the link in a mail. */
export function secretIn({ text }: Pick<MailMessage, 'text'>): string {
  return /_link=([\w-]+)/.exec(text)![1]!
}
