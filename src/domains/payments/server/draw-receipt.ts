import { drawDescriptionList, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { addSpace, closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawSummaryCard } from '#kit/server/pdf/summary-card.ts'
import type { FileReply } from '#kit/server/reply.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Attempt } from './attempt-store.ts'
import type { Item } from './items.ts'
import { describeItem } from './present.ts'
import type { ReceiptContext } from './receipt-context.ts'

/** Draws the receipt of a payment as a tagged PDF: the amount, the item, the time, the card and the payer. */
export async function drawReceipt(item: Item, attempt: Attempt, context: ReceiptContext): Promise<FileReply> {
  const { locale, brand, t } = context
  const concept = describeItem(item, context)
  const paidAt = formatInstant(attempt.updated_at, locale)
  const pdf = openPdfDocument({
    language: locale,
    title: t('title', { number: item.number }),
    subject: concept,
    brand,
    createdAt: attempt.updated_at,
    footer: brand.name,
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, t('title', { number: item.number }))
  addSpace(pdf, 12)
  const figure = formatMoney(attempt.amount_cents, locale)
  drawSummaryCard(pdf, { label: t('paid'), figure, sentences: [concept], trendValues: [] })
  addSpace(pdf, 16)
  drawDescriptionList(pdf, detailsOf(item, attempt, paidAt, t), 2)
  return {
    content: await closePdfDocument(pdf),
    fileName: `${t('fileName', { number: item.number.replaceAll('/', '-') })}.pdf`,
    mediaType: 'application/pdf',
  }
}

function detailsOf(item: Item, attempt: Attempt, paidAt: string, t: ReceiptContext['t']): LabelledValue[] {
  const card = attempt.card_last4 && { label: t('card'), value: t('cardEnding', { ending: attempt.card_last4 }) }
  return [
    { label: t('invoice'), value: item.number },
    { label: t('at'), value: paidAt },
    ...(card ? [card] : []),
    { label: t('operation'), value: attempt.provider_payment! },
    // An account created by text message has no e-mail address.
    ...(attempt.paid_by_email ? [{ label: t('paidBy'), value: attempt.paid_by_email }] : []),
  ]
}
