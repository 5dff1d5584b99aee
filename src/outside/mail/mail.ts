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
  /** What its HTML shows, as PNG, by `cid:` and the id: letters, digits, dashes and one @. */
  pictures?: { contentId: string; fileName: string; content: Buffer }[]
}

/** So many mails are handed on at the same time by one program. */
export const mailsAtOnce = 5

/** How mails leave. */
export type Mail = {
  /** Hands a mail on. @throws RefusedForGood, or anything else when it was not taken and may be sent again. */
  send(message: MailMessage): Promise<void>
  /** Whether mails are held back for a while, since the server does not answer. */
  isHeldBack?(): boolean
  /** Whether mails would be taken, without sending one. @throws when not. */
  check?(): Promise<void>
  /** Ends what is kept open from one mail to the next. */
  close?(): void
}

/** A mailbox does not take a mail, and never will: there is none of that name, or it lets none in (RFC 5321, 5xx). */
export class RefusedForGood extends Error {
  override name = 'RefusedForGood'

  constructor(responseCode: number) {
    // Only the code: the server's words may repeat the address.
    super(`refused for good, ${responseCode}`)
  }
}
