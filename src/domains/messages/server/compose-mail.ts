import type { Settings } from '#domains/operator/settings.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { drawCodePng } from '#kit/server/qr-code.ts'
import type { MailMessage } from '#outside/mail/mail-sender.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { isRequiredTopic, topicOf } from '../rules.ts'
import type { MessageRecipient } from './find-recipients.ts'
import type { QueuedMessage } from './outbox.ts'
import { renderHtmlMail } from './render-html-mail.ts'
import { type MailTexts, type MessageText, renderMessageText } from './render-message.ts'

/** The context that every message needs. */
export type MailContext = {
  textsOf: MailTexts
  retailer: () => Pick<Settings, 'organization' | 'brand'>
  /** Returns the full address of a page given in key form, in the language of its reader. */
  hrefOf: (link: string, locale: Locale) => Promise<string>
}

/** The parts of a mail, independent of its format. */
export type MailContent = MessageText & {
  /** The full address of the action; null without one. */
  href: string | null
  /** The closing lines. The preferences link is for users who may choose. */
  footer: string[]
  preferences: { label: string; href: string } | null
  code: ShownCode | null
}

/** A QR code among the paragraphs, with its alternative text and its caption. */
type ShownCode = { contentId: string; sizePx: number; alternative: string; caption: string }

// Twice the displayed size in pixels, for high-density screens.
const modulePx = 6

/** Composes the mail of a message to one reader, as plain text and as HTML without external resources. */
export async function composeMail(
  message: QueuedMessage,
  { address, locale, userId }: MessageRecipient,
  context: MailContext,
): Promise<Omit<MailMessage, 'attachments'>> {
  const { organization, brand } = context.retailer()
  const frameTexts = context.textsOf(locale, 'messages.frame')
  const content = renderMessageText(context.textsOf, { ...message, locale })
  const code = drawnCode(message, context.textsOf(locale, message.kind))
  const mayChoose = userId !== null && !isRequiredTopic(topicOf(message.kind))
  const parts: MailContent = {
    ...content,
    href: content.action && message.link ? await context.hrefOf(message.link, locale) : null,
    footer: [
      ...(organization.phone ? [frameTexts.text('help', { phone: organization.phone })] : []),
      frameTexts.text(userId === null ? 'reasonWithoutAccount' : 'reason', { retailer: organization.name }),
    ],
    preferences: mayChoose
      ? { label: frameTexts.text('preferences'), href: await context.hrefOf('/profile/messages', locale) }
      : null,
    code: code?.shown ?? null,
  }
  return {
    // Each reader of a message to a holder gets a mail of their own.
    messageId: isForOneReader(message) ? message.messageId : `${message.messageId}-${userId}`,
    fromName: organization.name,
    to: address,
    subject: content.subject,
    text: renderPlainMail(parts, organization.name),
    html: renderHtmlMail(parts, {
      locale,
      brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
    }),
    locale,
    writtenAt: message.createdAt,
    ...(code && { pictures: [code.picture] }),
  }
}

/**
 * Returns the QR code of a message that has one. It is drawn when the mail is sent, so that the outbox holds only its
 * text.
 */
function drawnCode({ messageId, values }: QueuedMessage, { text: say, has }: ReturnType<MailTexts>) {
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

function isForOneReader({ userId, toAddress }: QueuedMessage): boolean {
  return userId !== null || toAddress !== null
}

function renderPlainMail(
  { subject, figure, paragraphs, action, href, footer, preferences }: MailContent,
  retailer: string,
) {
  return [
    subject,
    ...(figure ? [figure] : []),
    ...paragraphs,
    ...(href ? [`${action}:\n${href}`] : []),
    ['-- ', retailer, ...footer, ...(preferences ? [`${preferences.label}: ${preferences.href}`] : [])].join('\n'),
  ].join('\n\n')
}
