import type { Settings } from '#domains/retailer/settings.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { drawCodePng } from '#kit/server/qr-code.ts'
import type { MailMessage } from '#outside/mail/mail-sender.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { isRequiredTopic, topicOf } from '../rules.ts'
import type { MessageRecipient } from './find-recipients.ts'
import type { QueuedMessage } from './outbox.ts'
import { renderHtmlMail } from './render-html-mail.ts'
import { type MailTexts, type MessageText, renderMessageText } from './render-message.ts'

/** The texts, the retailer and the addresses that mails are composed with. */
export type MailContext = {
  textsOf: MailTexts
  retailer: () => Pick<Settings, 'organization' | 'brand'>
  /** Returns the full address of a page given in key form, in the language of its reader. */
  hrefOf: (link: string, locale: Locale) => Promise<string>
}

/** The content of a mail, as plain text and HTML both show it. */
export type MailContent = MessageText & {
  /** The full address of the action; null without an action. */
  href: string | null
  /** The closing lines. */
  footer: string[]
  /** The link to the preferences; null for readers without an account, and for required topics. */
  preferences: { label: string; href: string } | null
  /** The link to how customer care works in easy reading, for readers who need it. */
  easyReading: { label: string; href: string } | null
  qrCode: QrCode | null
}

/** A QR code below the paragraphs: the id and width of its attached picture, its alternative text and caption. */
type QrCode = { contentId: string; sizePx: number; alternative: string; caption: string }

// The picture is drawn larger than it is displayed, for high-density screens.
const pixelDensity = 2
const modulePx = 3 * pixelDensity

/** Composes the mail of a message to one reader, as plain text and as HTML without external resources. */
export async function composeMail(
  message: QueuedMessage,
  { address, locale, userId, needsEasyReading = false }: MessageRecipient,
  context: MailContext,
): Promise<Omit<MailMessage, 'attachments'>> {
  const { organization, brand } = context.retailer()
  const frameTexts = context.textsOf(locale, 'messages.frame')
  const text = renderMessageText(context.textsOf, { ...message, locale })
  const qrCode = drawQrCode(message, context.textsOf(locale, message.kind))
  const mayChoose = userId !== null && !isRequiredTopic(topicOf(message.kind))
  const mailContent: MailContent = {
    ...text,
    href: text.action && message.link ? await context.hrefOf(message.link, locale) : null,
    footer: [
      ...(organization.phone ? [frameTexts.text('help', { phone: organization.phone })] : []),
      frameTexts.text(userId === null ? 'reasonWithoutAccount' : 'reason', { retailer: organization.name }),
    ],
    preferences: mayChoose
      ? { label: frameTexts.text('preferences'), href: await context.hrefOf('/profile/messages', locale) }
      : null,
    easyReading: needsEasyReading
      ? { label: frameTexts.text('easyReading'), href: await context.hrefOf('/easy-reading', locale) }
      : null,
    qrCode: qrCode?.content ?? null,
  }
  return {
    // Each reader of a message to a holder gets a mail with an id of its own.
    messageId: isForOneReader(message) ? message.messageId : `${message.messageId}-${userId}`,
    fromName: organization.name,
    to: address,
    subject: text.subject,
    text: renderPlainMail(mailContent, organization.name),
    html: renderHtmlMail(mailContent, {
      locale,
      brand: deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null }),
    }),
    locale,
    writtenAt: message.createdAt,
    ...(qrCode && { pictures: [qrCode.picture] }),
  }
}

/**
 * Draws the QR code of a message; returns null if it has none. It is drawn when the mail is sent, so that the outbox
 * holds only its text.
 */
function drawQrCode({ messageId, values }: QueuedMessage, { text, has }: ReturnType<MailTexts>) {
  const encoded = values.qrCode
  if (!encoded || !has('codeAlternative')) return null
  const contentId = `code@${messageId}`
  const { sizePx, content: picture } = drawCodePng(String(encoded), modulePx)
  const content: QrCode = {
    contentId,
    sizePx: sizePx / pixelDensity,
    alternative: text('codeAlternative'),
    caption: text('codeCaption'),
  }
  return { content, picture: { contentId, fileName: 'code.png', content: picture } }
}

function isForOneReader({ userId, toAddress }: QueuedMessage): boolean {
  return userId !== null || toAddress !== null
}

function renderPlainMail(
  { subject, figure, paragraphs, action, href, footer, preferences, easyReading }: MailContent,
  retailer: string,
) {
  return [
    subject,
    ...(figure ? [figure] : []),
    ...paragraphs,
    ...(href ? [`${action}:\n${href}`] : []),
    ...(easyReading ? [`${easyReading.label}:\n${easyReading.href}`] : []),
    ['-- ', retailer, ...footer, ...(preferences ? [`${preferences.label}: ${preferences.href}`] : [])].join('\n'),
  ].join('\n\n')
}
