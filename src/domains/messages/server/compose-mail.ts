import type { Settings } from '#domains/retailer/settings.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { drawCodePng } from '#kit/server/qr-code.ts'
import type { MailMessage } from '#outside/mail/mail-sender.ts'
import { colonOf, formatLabelled } from '#vocabulary/format.ts'
import type { Locale } from '#vocabulary/locale.ts'
import { readBars } from '../bar-chart.ts'
import { isRequiredTopic, topicOf } from '../rules.ts'
import { drawBarsPng } from './draw-bars.ts'
import type { MessageRecipient } from './find-recipients.ts'
import type { QueuedMessage } from './outbox.ts'
import { renderHtmlMail } from './render-html-mail.ts'
import { formatValues, type MailTexts, type MessageText, renderMessageText } from './render-message.ts'

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
  /** The link by which this kind of message is turned off in one press. */
  turnOff: { label: string; href: string } | null
  /** The link to how customer care works in easy reading, for readers who need it. */
  easyReading: { label: string; href: string } | null
  picture: Picture | null
}

/** A picture below the paragraphs: the id and size of what is attached, its alternative text and caption. */
type Picture = {
  contentId: string
  widthPx: number
  heightPx: number
  alternative: string
  caption: string
  /** Whether the alternative says what the paragraphs do not, so that the plain text has it as well. */
  isData: boolean
}

/** A picture with the file that is attached. */
type DrawnPicture = { content: Picture; file: { contentId: string; fileName: string; content: Buffer } }

// Pictures are drawn larger than they are displayed, for high-density screens.
const pixelDensity = 2
const modulePx = 3 * pixelDensity
// Mails are read on light and on dark: each of these is seen on both.
const chartColors = { marked: '#c2410c', limit: '#7a837e', base: '#9aa39d' }

/** Composes the mail of a message to one reader, as plain text and as HTML without external resources. */
export async function composeMail(
  message: QueuedMessage,
  { address, locale, userId, needsEasyReading = false }: MessageRecipient,
  context: MailContext,
): Promise<Omit<MailMessage, 'attachments'>> {
  const { organization, brand } = context.retailer()
  const frameTexts = context.textsOf(locale, 'messages.frame')
  const text = renderMessageText(context.textsOf, { ...message, locale })
  const documentBrand = deriveDocumentBrand({ name: organization.name, color: brand.color, logo: null })
  const texts = context.textsOf(locale, message.kind)
  const picture =
    drawQrCode(message, texts) ?? drawBars(message, { texts, locale, barColor: documentBrand.brandMiddle })
  const turnOffLink = message.values.turnOff
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
    turnOff:
      turnOffLink === undefined
        ? null
        : { label: frameTexts.text('turnOff'), href: await context.hrefOf(String(turnOffLink), locale) },
    picture: picture?.content ?? null,
  }
  return {
    // Each reader of a message to a holder gets a mail with an id of its own.
    messageId: isForOneReader(message) ? message.messageId : `${message.messageId}-${userId}`,
    fromName: organization.name,
    to: address,
    subject: text.subject,
    text: renderPlainMail(mailContent, { retailer: organization.name, locale }),
    html: renderHtmlMail(mailContent, { locale, brand: documentBrand }),
    locale,
    writtenAt: message.createdAt,
    ...(mailContent.turnOff && { turnOffHref: mailContent.turnOff.href }),
    ...(picture && { pictures: [picture.file] }),
  }
}

/**
 * Draws the QR code of a message; returns null if it has none. It is drawn when the mail is sent, so that the outbox
 * holds only its text.
 */
function drawQrCode({ messageId, values }: QueuedMessage, { text, has }: ReturnType<MailTexts>): DrawnPicture | null {
  const encoded = values.qrCode
  if (!encoded || !has('codeAlternative')) return null
  const contentId = `code@${messageId}`
  const { sizePx, content } = drawCodePng(String(encoded), modulePx)
  const shownPx = sizePx / pixelDensity
  return {
    content: {
      ...{ contentId, widthPx: shownPx, heightPx: shownPx, isData: false },
      ...{ alternative: text('codeAlternative'), caption: text('codeCaption') },
    },
    file: { contentId, fileName: 'code.png', content },
  }
}

type BarTexts = { texts: ReturnType<MailTexts>; locale: Locale; barColor: string }

/** Draws the bar chart of a message; returns null if it has none. */
function drawBars(
  { messageId, values }: QueuedMessage,
  { texts: { text, has }, locale, barColor }: BarTexts,
): DrawnPicture | null {
  if (!values.bars || !has('barsAlternative')) return null
  const contentId = `chart@${messageId}`
  const colors = { ...chartColors, bar: barColor }
  const { widthPx, heightPx, content } = drawBarsPng(readBars(String(values.bars)), colors)
  const readable = formatValues(values, locale)
  return {
    content: {
      ...{ contentId, widthPx: widthPx / pixelDensity, heightPx: heightPx / pixelDensity, isData: true },
      ...{ alternative: text('barsAlternative', readable), caption: text('barsCaption', readable) },
    },
    file: { contentId, fileName: 'chart.png', content },
  }
}

function isForOneReader({ userId, toAddress }: QueuedMessage): boolean {
  return userId !== null || toAddress !== null
}

function renderPlainMail(
  { subject, figure, paragraphs, action, href, footer, preferences, turnOff, easyReading, picture }: MailContent,
  { retailer, locale }: { retailer: string; locale: Locale },
) {
  const links = [preferences, turnOff].filter((link) => link !== null)
  return [
    subject,
    ...(figure ? [figure] : []),
    ...paragraphs,
    ...(picture?.isData ? [picture.alternative] : []),
    ...(href ? [`${action}${colonOf(locale)}\n${href}`] : []),
    ...(easyReading ? [`${easyReading.label}${colonOf(locale)}\n${easyReading.href}`] : []),
    ['-- ', retailer, ...footer, ...links.map(({ label, href }) => formatLabelled(label, href, locale))].join('\n'),
  ].join('\n\n')
}
