import type { Settings } from '#domains/operator/settings.ts'
import { drawCodePng } from '#domains/session/server/drawn-code.ts'
import type { Locale } from '#kit/locale.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import type { MailMessage } from '#outside/mail/mail.ts'
import { isRequired, topicOf } from '../rules.ts'
import { htmlMail } from './html-mail.ts'
import type { QueuedMessage } from './outbox.ts'
import type { Reader } from './readers.ts'
import { type MailTexts, type MessageWords, wordsOf } from './words.ts'

/** What surrounds every message. */
export type MailFrame = {
  textsOf: MailTexts
  retailer: () => Pick<Settings, 'organization' | 'brand'>
  /** The whole address of a page, given in key form, as its readers open it in a language. */
  hrefOf: (link: string, locale: Locale) => Promise<string>
}

/** What a mail consists of, however it is set. */
export type MailParts = MessageWords & {
  /** Where the action leads, whole; null without one. */
  href: string | null
  /** Its last lines; the link is there for whoever may choose. */
  footer: string[]
  preferences: { label: string; href: string } | null
  code: ShownCode | null
}

/** A QR code among the paragraphs: what stands for it where no picture is shown, and what to do with it. */
type ShownCode = { contentId: string; sizePx: number; alternative: string; caption: string }

// Twice as many pixels as it is shown with, for screens that have as many.
const modulePx = 6

/** Writes the mail of a message to one reader, as plain text and as HTML that needs nothing from elsewhere. */
export async function composeMail(
  message: QueuedMessage,
  { address, locale, userId }: Reader,
  frame: MailFrame,
): Promise<Omit<MailMessage, 'attachments'>> {
  const { organization, brand } = frame.retailer()
  const ofFrame = frame.textsOf(locale, 'messages.frame')
  const words = wordsOf(frame.textsOf, { ...message, locale })
  const code = drawnCode(message, frame.textsOf(locale, message.kind))
  const mayChoose = userId !== null && !isRequired(topicOf(message.kind))
  const parts: MailParts = {
    ...words,
    href: words.action && message.link ? await frame.hrefOf(message.link, locale) : null,
    footer: [
      ...(organization.phone ? [ofFrame.say('help', { phone: organization.phone })] : []),
      ofFrame.say(userId === null ? 'reasonWithoutAccount' : 'reason', { retailer: organization.name }),
    ],
    preferences: mayChoose
      ? { label: ofFrame.say('preferences'), href: await frame.hrefOf('/profile/messages', locale) }
      : null,
    code: code?.shown ?? null,
  }
  return {
    // Each reader of a holder's message has a mail of their own.
    messageId: isForOne(message) ? message.messageId : `${message.messageId}-${userId}`,
    fromName: organization.name,
    to: address,
    subject: words.subject,
    text: plainMail(parts, organization.name),
    html: htmlMail(parts, { locale, brand: brandOnPaper({ name: organization.name, color: brand.color, logo: null }) }),
    locale,
    writtenAt: message.createdAt,
    ...(code && { pictures: [code.picture] }),
  }
}

/** The QR code of a message that has one. It is drawn when the mail leaves, so that the outbox holds no more than its text. */
function drawnCode({ messageId, values }: QueuedMessage, { say, has }: ReturnType<MailTexts>) {
  const text = values.qrCode
  if (!text || !has('codeAlternative')) return null
  const contentId = `code@${messageId}`
  const { sizePx, content } = drawCodePng(String(text), modulePx)
  const shown: ShownCode = {
    contentId,
    sizePx: sizePx / 2,
    alternative: say('codeAlternative'),
    caption: say('codeCaption'),
  }
  return { shown, picture: { contentId, fileName: 'code.png', content } }
}

function isForOne({ userId, toAddress }: QueuedMessage): boolean {
  return userId !== null || toAddress !== null
}

function plainMail({ subject, figure, paragraphs, action, href, footer, preferences }: MailParts, retailer: string) {
  return [
    subject,
    ...(figure ? [figure] : []),
    ...paragraphs,
    ...(href ? [`${action}:\n${href}`] : []),
    ['-- ', retailer, ...footer, ...(preferences ? [`${preferences.label}: ${preferences.href}`] : [])].join('\n'),
  ].join('\n\n')
}
