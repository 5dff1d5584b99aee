import type { Locale } from '#kit/locale.ts'

/** A mail to one reader, as plain text and as HTML. */
export type MailMessage = {
  /** The same whenever it is sent, so that a mailbox recognises one that comes twice. Letters, digits and dashes. */
  messageId: string
  /** The retailer, as readers know it. */
  fromName: string
  to: string
  subject: string
  text: string
  html: string
  locale: Locale
  writtenAt: Date
  attachments: { fileName: string; content: Buffer }[]
}

/** How mails leave. */
export type Mail = {
  /** Hands a mail on. @throws when it was not taken; it may then be sent again. */
  send(message: MailMessage): Promise<void>
}
