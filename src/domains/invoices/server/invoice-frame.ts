import type { TransferDetails } from '#domains/payments/transfer.ts'
import { drawDescriptionList, drawFactSection, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawSummaryCard } from '#kit/server/pdf/summary-card.ts'
import { renderQrCode } from '#kit/server/qr-code.ts'
import { formatMoney } from '#vocabulary/format.ts'
import { splitIban } from '#vocabulary/iban-display.ts'
import { buildTransferCode } from '#vocabulary/transfer-code.ts'
import type { DocumentContext } from './document-context.ts'
import type { InvoiceHead } from './invoice-document-model.ts'
import { writePaymentSentence, writeSpanSentence } from './invoice-sentences.ts'

/** Opens the PDF of an invoice with its head: the retailer, the invoice number and the billed period. */
export function openInvoiceDocument(invoice: InvoiceHead, title: string, context: DocumentContext): PdfDocument {
  const { locale, brand, t } = context
  const span = writeSpanSentence(invoice, context)
  const pdf = openPdfDocument({
    language: locale,
    title,
    subject: span,
    brand,
    createdAt: new Date(invoice.issuedOn),
    footer: nameOf(invoice, context),
    labelPage: (number, count) => t('page', { number, count }),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  drawParagraph(pdf, span, textStyles.label)
  return pdf
}

/**
 * Draws the amount and how it is paid, with the reasons for it and the trend of the monthly values. For an invoice paid
 * by transfer, the QR code for banking apps replaces the trend, and the account is shown below.
 */
export function drawSummary(
  pdf: PdfDocument,
  invoice: InvoiceHead,
  { reasons, silhouette }: { reasons: readonly string[]; silhouette: readonly number[] },
  context: DocumentContext,
) {
  const { totalCents, transfer } = invoice
  const code = transfer && buildTransferCode(transfer)
  addSpace(pdf, 12)
  drawSummaryCard(pdf, {
    label: context.t(totalCents < 0 ? 'totalInFavour' : 'total'),
    figure: formatMoney(Math.abs(totalCents), context.locale),
    sentences: [writePaymentSentence(invoice, context), ...reasons],
    trendValues: silhouette,
    ...(code && { code: { qrCode: renderQrCode(code), altText: context.t('transferCode') } }),
  })
  addSpace(pdf, 16)
  if (transfer) drawDescriptionList(pdf, listTransferFacts(transfer, context), 3)
}

function listTransferFacts(
  { iban, bic, beneficiary, concept }: TransferDetails,
  { t }: DocumentContext,
): LabelledValue[] {
  return [
    { label: t('facts.transferAccount'), value: joinParts(splitIban(iban).join('\u00a0'), bic && `BIC\u00a0${bic}`) },
    { label: t('facts.transferBeneficiary'), value: beneficiary },
    { label: t('facts.transferConcept'), value: concept },
  ]
}

/** Draws the name and contact data of the retailer. Data that the retailer has not provided is left out. */
export function drawContact(
  pdf: PdfDocument,
  invoice: InvoiceHead,
  context: DocumentContext,
  more: readonly LabelledValue[] = [],
) {
  drawFactSection(pdf, context.t('sections.contact'), [...listContactFacts(invoice, context), ...more], 2)
  drawCareNote(pdf, context)
}

/** Draws how customer care is reached and by when it answers, in small print, so that it needs no page of its own. */
export function drawCareNote(pdf: PdfDocument, { care }: DocumentContext) {
  addSpace(pdf, 4)
  drawParagraph(pdf, care.map(({ label, value }) => `${label}: ${value}`).join(' '), textStyles.note)
}

/** Returns the name and address of the retailer, as far as provided. */
export function listContactFacts(invoice: InvoiceHead, context: DocumentContext): LabelledValue[] {
  const { t } = context
  const { address } = invoice.retailer
  const facts: LabelledValue[] = [
    { label: t('facts.retailer'), value: nameOf(invoice, context) },
    { label: t('facts.retailerAddress'), value: joinParts(address) },
  ]
  return facts.filter(({ value }) => value !== '')
}

function nameOf({ retailer: { name, taxId } }: InvoiceHead, { t }: DocumentContext): string {
  return joinParts(name, taxId && t('facts.taxId', { taxId }))
}

function joinParts(...values: (string | null)[]): string {
  return values.filter(Boolean).join(' · ')
}
