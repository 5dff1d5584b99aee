import { createTransport } from 'nodemailer'
import { buildMailContent } from './mail-content.ts'
import { type MailSender, maxConcurrentMails, PermanentlyRefusedError } from './mail-sender.ts'

const timeoutMs = 20_000
/** Idle connections are closed before a server does so itself. */
const idleTimeoutMs = 10_000

/**
 * Sends mails through an SMTP server: `smtp://user:password@host:587`, or `smtps://` for TLS from the start. Its
 * connections are reused for subsequent mails.
 */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailSender {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: maxConcurrentMails,
    idleTimeout: idleTimeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  })
  return {
    async send(message) {
      try {
        await transport.sendMail(buildMailContent(message, from))
      } catch (error) {
        const code = refusalCode(error)
        throw code ? new PermanentlyRefusedError(code) : error
      }
    },

    async check() {
      await transport.verify()
    },

    close() {
      transport.close()
    },
  }
}

/**
 * Returns the code with which a server permanently refuses the recipient or the mail. A refusal of our own sign-in or
 * sender is not one: the retailer fixes it, and then the mail is accepted.
 */
function refusalCode(error: unknown): number | undefined {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  const isForGood = responseCode !== undefined && responseCode >= 500 && responseCode < 600
  return isForGood && (command === 'RCPT TO' || command === 'DATA') ? responseCode : undefined
}
