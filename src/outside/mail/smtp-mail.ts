import { createTransport } from 'nodemailer'
import { type Mail, mailsAtOnce, RefusedForGood } from './mail.ts'
import { mailContent } from './mail-content.ts'

const longestWaitMs = 20_000
/** A connection with nothing to send is ended before a server does that by itself. */
const longestIdleMs = 10_000

/**
 * Mails that leave by a server: `smtp://user:password@host:587`, or `smtps://` where it is spoken to in TLS from the start. Its
 * connections are kept for the mails that follow.
 */
export function createSmtpMail({ url, from }: { url: string; from: string }): Mail {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: mailsAtOnce,
    idleTimeout: longestIdleMs,
    connectionTimeout: longestWaitMs,
    greetingTimeout: longestWaitMs,
    socketTimeout: longestWaitMs,
  })
  return {
    async send(message) {
      try {
        await transport.sendMail(mailContent(message, from))
      } catch (error) {
        const code = refusalCode(error)
        throw code ? new RefusedForGood(code) : error
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
 * The code by which a server refuses the reader or the mail for good. A refusal of ourselves, of the log-in or of the sender,
 * is none: the retailer mends it, and then the mail is taken.
 */
function refusalCode(error: unknown): number | undefined {
  const { command, responseCode } = error as { command?: string; responseCode?: number }
  const isForGood = responseCode !== undefined && responseCode >= 500 && responseCode < 600
  return isForGood && (command === 'RCPT TO' || command === 'DATA') ? responseCode : undefined
}
