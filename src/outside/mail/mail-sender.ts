import type { Locale } from '#vocabulary/locale.ts'

/** A mail to one recipient, as plain text and as HTML. */
export type MailMessage = {
  /** The same each time the mail is sent, so that a mailbox recognises duplicates. Letters, digits and dashes. */
  messageId: string
  /** The retailer's name as shown to recipients. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
  writtenAt: Date
  attachments: { fileName: string; content: Buffer }[]
  /** PNG pictures that the HTML refers to by `cid:` and the id: letters, digits, dashes and one @. */
  pictures?: { contentId: string; fileName: string; content: Buffer }[]
  /** The address to which mail programs post to turn off this kind of mail in one press (RFC 8058). */
  turnOffHref?: string
}

/** The number of mails that one process sends concurrently. */
export const maxConcurrentMails = 5

/** A transport for outgoing mail. */
export type MailSender = {
  /** Sends a mail. @throws PermanentlyRefusedError, or another error if it was not accepted and may be sent again. */
  send(message: MailMessage): Promise<void>
  /** Checks whether mails are held back for a while because the server does not respond. */
  isCircuitOpen?(): boolean
  /** Checks whether mails would be accepted, without sending one. @throws if not. */
  check?(): Promise<void>
  /** Closes connections that are held open between mails. */
  close?(): void
}

/** A mailbox refuses a mail permanently: it does not exist, or it accepts no mail (RFC 5321, 5xx). */
export class PermanentlyRefusedError extends Error {
  override name = 'PermanentlyRefusedError'

  constructor(responseCode: number) {
    // Only the code: the server's message may repeat the address.
    super(`refused for good, ${responseCode}`)
  }
}
