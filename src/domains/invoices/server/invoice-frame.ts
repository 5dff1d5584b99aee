import type { TransferDetails } from '#domains/payments/transfer.ts'
import { drawDescriptionList, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, drawTitle, heightOfParagraph } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, openPdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawSummaryCard } from '#kit/server/pdf/summary-card.ts'
import { renderQrCode } from '#kit/server/qr-code.ts'
import { formatLabelled, formatMoney } from '#vocabulary/format.ts'
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

/**
 * Draws the contact section: what is urgent, then in small print, so that it needs no page of its own, the retailer, how
 * its customer care is reached, and by when it answers. Data that the retailer has not provided is left out.
 */
export function drawContact(
  pdf: PdfDocument,
  invoice: InvoiceHead,
  context: DocumentContext,
  urgent: readonly LabelledValue[] = [],
) {
  drawSection(pdf, context.t('sections.contact'), heightOfContact(pdf, invoice, context, urgent))
  for (const fact of urgent) drawParagraph(pdf, writeFacts([fact], context))
  if (urgent.length > 0) addSpace(pdf, gapOfNote)
  drawParagraph(pdf, writeContact(invoice, context), textStyles.note)
}

const gapOfNote = 4

/** Returns the height of the contact section below its heading. */
export function heightOfContact(
  pdf: PdfDocument,
  invoice: InvoiceHead,
  context: DocumentContext,
  urgent: readonly LabelledValue[],
): number {
  const lines = urgent.reduce((sum, fact) => sum + heightOfParagraph(pdf, writeFacts([fact], context)), 0)
  return lines + gapOfNote + heightOfParagraph(pdf, writeContact(invoice, context), textStyles.note)
}

function writeContact(invoice: InvoiceHead, context: DocumentContext): string {
  return writeFacts([...listContactFacts(invoice, context), ...context.care], context)
}

/** Writes facts as sentences. */
export function writeFacts(facts: readonly LabelledValue[], { locale }: Pick<DocumentContext, 'locale'>): string {
  const sentenceOf = ({ label, value }: LabelledValue) =>
    `${formatLabelled(label, value, locale)}${value.endsWith('.') ? '' : '.'}`
  return facts.map(sentenceOf).join(' ')
}

/** Draws how customer care is reached and by when it answers, in small print. */
export function drawCareNote(pdf: PdfDocument, context: DocumentContext) {
  addSpace(pdf, gapOfNote)
  drawParagraph(pdf, writeFacts(context.care, context), textStyles.note)
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
