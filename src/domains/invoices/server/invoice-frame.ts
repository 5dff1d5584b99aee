import type { TransferDetails } from '#domains/payments/transfer.ts'
import { drawCode } from '#domains/session/server/drawn-code.ts'
import { drawFactSection, drawFacts, type Fact } from '#kit/server/pdf/facts.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { voices } from '#kit/server/pdf/paper.ts'
import { drawPlate } from '#kit/server/pdf/plate.ts'
import { openSheet, type Sheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/text.ts'
import { formatMoney, formatPhone } from '#vocabulary/format.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import { transferCode } from '#vocabulary/transfer-code.ts'
import type { DocumentPaper } from './document-paper.ts'
import { paymentSentence, spanSentence } from './invoice-sentences.ts'
import type { InvoiceHead } from './invoice-to-draw.ts'

/** Opens the sheet of an invoice with its head: whose it is, which it is, and for which days. */
export function openInvoice(invoice: InvoiceHead, title: string, paper: DocumentPaper): Sheet {
  const { locale, brand, say } = paper
  const span = spanSentence(invoice, paper)
  const sheet = openSheet({
    language: locale,
    title,
    subject: span,
    brand,
    createdAt: new Date(invoice.issuedOn),
    footer: nameOf(invoice, paper),
    labelPage: (number, count) => say('page', { number, count }),
  })
  drawMasthead(sheet)
  drawTitle(sheet, title)
  drawParagraph(sheet, span, voices.label)
  return sheet
}

/**
 * Draws how much it is and what to do about it, with sentences on why and the values behind the figure. Of what is paid by
 * transfer the code for the apps of banks stands in their place, and the account below.
 */
export function drawAnswer(
  sheet: Sheet,
  invoice: InvoiceHead,
  { reasons, silhouette }: { reasons: readonly string[]; silhouette: readonly number[] },
  paper: DocumentPaper,
) {
  const { totalCents, transfer } = invoice
  const code = transfer && transferCode(transfer)
  skip(sheet, 12)
  drawPlate(sheet, {
    label: paper.say(totalCents < 0 ? 'totalInFavour' : 'total'),
    figure: formatMoney(Math.abs(totalCents), paper.locale),
    sentences: [paymentSentence(invoice, paper), ...reasons],
    silhouette,
    ...(code && { code: { drawn: drawCode(code), alternative: paper.say('transferCode') } }),
  })
  skip(sheet, 16)
  if (transfer) drawFacts(sheet, transferFacts(transfer, paper), 3)
}

function transferFacts({ iban, bic, beneficiary, concept }: TransferDetails, { say }: DocumentPaper): Fact[] {
  return [
    { label: say('facts.transferAccount'), value: joined(ibanGroups(iban).join('\u00a0'), bic && `BIC\u00a0${bic}`) },
    { label: say('facts.transferBeneficiary'), value: beneficiary },
    { label: say('facts.transferConcept'), value: concept },
  ]
}

/** Draws who the retailer is and how to reach it. What the retailer has not told is left out. */
export function drawContact(sheet: Sheet, invoice: InvoiceHead, paper: DocumentPaper, more: readonly Fact[] = []) {
  drawFactSection(sheet, paper.say('sections.contact'), [...contactFacts(invoice, paper), ...more], 2)
}

/** Who the retailer is and how to reach it, as far as the retailer has told. */
export function contactFacts(invoice: InvoiceHead, paper: DocumentPaper): Fact[] {
  const { say } = paper
  const { address, phone, email } = invoice.retailer
  const facts: Fact[] = [
    { label: say('facts.retailer'), value: nameOf(invoice, paper) },
    { label: say('facts.retailerAddress'), value: joined(address) },
    { label: say('facts.service'), value: joined(phone && formatPhone(phone), email) },
  ]
  return facts.filter(({ value }) => value !== '')
}

function nameOf({ retailer: { name, taxId } }: InvoiceHead, { say }: DocumentPaper): string {
  return joined(name, taxId && say('facts.taxId', { taxId }))
}

function joined(...values: (string | null)[]): string {
  return values.filter(Boolean).join(' · ')
}
