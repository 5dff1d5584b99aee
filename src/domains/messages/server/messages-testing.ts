import type { TestPortal } from '#app/server/testing/test-portal.ts'
import { mailTextsOf } from '#app/server/wiring/mount-messages.ts'
import { workOnDue } from '#kit/server/queue-runner.ts'
import type { MailMessage } from '#outside/mail/mail-sender.ts'
import { createMessageWorker } from './send-messages.ts'

/** Sends the mails that are due and returns them. Their links have the addresses of the outbox. */
export async function deliverMails({ context }: TestPortal): Promise<MailMessage[]> {
  const sent: MailMessage[] = []
  const { db, files, clock, settings } = context
  const worker = createMessageWorker({
    ...{ db, files, clock, fallbackLocale: () => 'es', log: { warn() {}, error() {} } },
    mail: { send: async (mail) => void sent.push(mail) },
    mailContext: {
      textsOf: mailTextsOf,
      retailer: () => settings.now(),
      hrefOf: async (link) => `https://portal.example${link}`,
    },
    sms: { send: async () => {} },
    textOf: async () => '',
  })
  await workOnDue(worker)
  return sent
}
