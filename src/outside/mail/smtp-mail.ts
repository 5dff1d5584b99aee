import { createTransport } from 'nodemailer'
import type { Mail } from './mail.ts'
import { mailContent } from './mail-content.ts'

const longestWaitMs = 20_000

/** Mails that leave by a server: `smtp://user:password@host:587`, or `smtps://` where it is spoken to in TLS from the start. */
export function createSmtpMail({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport({
    url,
    connectionTimeout: longestWaitMs,
    greetingTimeout: longestWaitMs,
    socketTimeout: longestWaitMs,
  })
  return {
    async send(message) {
      await transport.sendMail(mailContent(message, from))
    },
  }
}
