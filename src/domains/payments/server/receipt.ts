import { drawFacts, type Fact } from '#kit/server/pdf/facts.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { drawPlate } from '#kit/server/pdf/plate.ts'
import { closeSheet, openSheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawTitle } from '#kit/server/pdf/text.ts'
import type { FileReply } from '#kit/server/reply.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Attempt } from './attempt-store.ts'
import type { Item } from './items.ts'
import { conceptOf } from './present.ts'
import type { ReceiptPaper } from './receipt-paper.ts'

/** The receipt of a payment as a tagged PDF: how much, for what, when, with which card and by whom. */
export async function drawReceipt(item: Item, attempt: Attempt, paper: ReceiptPaper): Promise<FileReply> {
  const { locale, brand, say } = paper
  const concept = conceptOf(item, paper)
  const paidAt = formatInstant(attempt.updated_at, locale)
  const sheet = openSheet({
    language: locale,
    title: say('title', { number: item.number }),
    subject: concept,
    brand,
    createdAt: attempt.updated_at,
    footer: brand.name,
    labelPage: (number, count) => say('page', { number, count }),
  })
  drawMasthead(sheet)
  drawTitle(sheet, say('title', { number: item.number }))
  skip(sheet, 12)
  const figure = formatMoney(attempt.amount_cents, locale)
  drawPlate(sheet, { label: say('paid'), figure, sentences: [concept], silhouette: [] })
  skip(sheet, 16)
  drawFacts(sheet, factsOf(item, attempt, paidAt, say), 2)
  return {
    content: await closeSheet(sheet),
    fileName: `${say('fileName', { number: item.number.replaceAll('/', '-') })}.pdf`,
    mediaType: 'application/pdf',
  }
}

function factsOf(item: Item, attempt: Attempt, paidAt: string, say: ReceiptPaper['say']): Fact[] {
  const card = attempt.card_last4 && { label: say('card'), value: say('cardEnding', { ending: attempt.card_last4 }) }
  return [
    { label: say('invoice'), value: item.number },
    { label: say('at'), value: paidAt },
    ...(card ? [card] : []),
    { label: say('operation'), value: attempt.provider_payment! },
    // An account that was made by a text message has no address.
    ...(attempt.paid_by_email ? [{ label: say('paidBy'), value: attempt.paid_by_email }] : []),
  ]
}
