import { drawBarChart, heightOfBarChart } from '#kit/server/pdf/bar-chart.ts'
import { drawBreakdown } from '#kit/server/pdf/breakdown.ts'
import { drawDescriptionList, type LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection, heightOfParagraph } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { textStyles } from '#kit/server/pdf/page-layout.ts'
import { addSpace, closePdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { drawQrCodeNote, qrCodeNotePoints } from '#kit/server/pdf/qr-code-note.ts'
import { type Column, chooseDensity, drawTable, type Row } from '#kit/server/pdf/table.ts'
import { renderQrCode } from '#kit/server/qr-code.ts'
import { formatMoney, formatPower } from '#vocabulary/format.ts'
import { splitCau, splitCups } from '#vocabulary/split-cups.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { formatLine, periodName } from '../invoice-lines.ts'
import { groupLines } from '../line-groups.ts'
import { buildConsumptionChart } from './consumption-chart.ts'
import type { DocumentContext } from './document-context.ts'
import type { InvoiceDocument } from './invoice-document-model.ts'
import { drawContact, drawSummary, heightOfContact, openInvoiceDocument, writeFacts } from './invoice-frame.ts'
import {
  sumMonthWh,
  writeConsumptionSentences,
  writeReasonSentence,
  writeRectificationSentence,
} from './invoice-sentences.ts'
import { listBreakdownFacts, listParticulars, type Particular } from './list-particulars.ts'

/**
 * Draws an invoice as a tagged PDF: first the amount and what to do, then its breakdown, the energy behind it, and each
 * figure to the cent.
 */
export function drawInvoice(invoice: InvoiceDocument, context: DocumentContext): Promise<Buffer> {
  const { number, energy } = invoice
  const pdf = openInvoiceDocument(invoice, context.t('title', { number, energy }), context)
  drawRectification(pdf, invoice, context)
  drawTotal(pdf, invoice, context)
  drawDescriptionList(pdf, listSupplyFacts(invoice, context), 3)
  drawParts(pdf, invoice, context)
  if (!isCancellation(invoice)) drawConsumption(pdf, invoice, context)
  drawDetail(pdf, invoice, context)
  drawComparison(pdf, invoice, context)
  drawContact(pdf, invoice, context, listBreakdownFacts(invoice, context))
  return closePdfDocument(pdf)
}

/** Checks whether the invoice only cancels another one. Its energy was not consumed, so there is nothing to compare. */
function isCancellation({ rectification }: InvoiceDocument): boolean {
  return rectification?.type === 'A' || rectification?.type === 'B'
}

function drawRectification(pdf: PdfDocument, { rectification }: InvoiceDocument, context: DocumentContext) {
  if (!rectification) return
  addSpace(pdf, 4)
  drawParagraph(pdf, writeRectificationSentence(rectification, context), textStyles.value)
}

function drawTotal(pdf: PdfDocument, invoice: InvoiceDocument, context: DocumentContext) {
  if (isCancellation(invoice)) return drawSummary(pdf, invoice, { reasons: [], silhouette: [] }, context)
  // Two months do not show a trend yet.
  const silhouette = invoice.months.length > 2 ? invoice.months.map(sumMonthWh) : []
  drawSummary(pdf, invoice, { reasons: [writeReasonSentence(invoice, context)], silhouette }, context)
}

function listSupplyFacts({ holder, supply }: InvoiceDocument, context: DocumentContext): LabelledValue[] {
  const { t } = context
  const power = formatPowers(supply.powerWatts, context)
  return [
    { label: t('facts.holder'), value: `${holder.name} · ${holder.taxId}` },
    { label: t('facts.supplyAddress'), value: supply.address },
    { label: t('facts.cups'), value: splitCups(supply.cups).join('\u00a0') },
    { label: t('facts.tariff'), value: `${supply.product} (${supply.tariff})` },
    ...(power ? [{ label: t('facts.power'), value: power }] : []),
    { label: t('facts.contract'), value: supply.contract },
  ]
}

/** Formats the contracted powers, as a single one if all periods have the same. */
function formatPowers(powerWatts: readonly number[], context: DocumentContext): string {
  const powers = powerWatts.map((watts) => formatPower(watts, context.locale))
  if (new Set(powers).size <= 1) return powers[0] ?? ''
  return powers
    .map((power, index) => `${periodName((index + 1) as Period, powers.length, context)}\u00a0${power}`)
    .join(' · ')
}

function drawParts(pdf: PdfDocument, { lines }: InvoiceDocument, { locale, t }: DocumentContext) {
  drawSection(pdf, t('sections.parts'), 80)
  const shares = groupLines(lines).map(({ name, amountCents }) => ({
    label: t(`groups.${name}`),
    amount: formatMoney(amountCents, locale),
    value: amountCents,
  }))
  drawBreakdown(pdf, shares)
}

function drawConsumption(pdf: PdfDocument, invoice: InvoiceDocument, context: DocumentContext) {
  const sentences = writeConsumptionSentences(invoice, context)
  // The transfer account takes up a row of the first page.
  const chart = { ...buildConsumptionChart(invoice.months, context), ...(invoice.transfer && { plotPoints: 38 }) }
  const gap = 6
  const height = heightOfParagraph(pdf, sentences) + gap + heightOfBarChart(pdf, chart)
  drawSection(pdf, context.t('sections.use'), height)
  drawParagraph(pdf, sentences)
  addSpace(pdf, gap)
  drawBarChart(pdf, chart)
}

const headingPoints = 42
const comparisonPoints = headingPoints + qrCodeNotePoints
const gapOfNote = 6

function drawDetail(pdf: PdfDocument, invoice: InvoiceDocument, context: DocumentContext) {
  const { t } = context
  drawSection(pdf, t('sections.detail'), 120)
  drawParagraph(pdf, t('howToRead'))
  addSpace(pdf, 4)
  const columns: Column[] = [
    { head: t('columns.concept'), share: 40 },
    { head: t('columns.quantity'), share: 23, align: 'right' },
    { head: t('columns.price'), share: 24, align: 'right' },
    { head: t('columns.amount'), share: 13, align: 'right' },
  ]
  const rows = buildDetailRows(invoice, context)
  const pointsBelow = [
    heightOfContactSection(pdf, invoice, context),
    heightOfNotes(pdf, invoice, context),
    comparisonPointsOf(invoice),
  ].reduce((sum, points) => sum + points)
  const density = chooseDensity(pdf, rows.length, pointsBelow)
  drawTable(pdf, columns, rows, { density, pointsBelow })
  drawNotes(pdf, invoice, context)
}

/** Draws what the law wants beside the figures in small print, so that it needs no page of its own. */
function drawNotes(pdf: PdfDocument, invoice: InvoiceDocument, context: DocumentContext) {
  const text = writeNotes(invoice, context)
  if (text === '') return
  addSpace(pdf, gapOfNote)
  drawParagraph(pdf, text, textStyles.note)
}

/** Which prices are regulated, and the data of the meter and the contract. */
function writeNotes(invoice: InvoiceDocument, context: DocumentContext): string {
  const isRegulated = invoice.lines.some(({ figure }) => figure !== null)
  const particulars = isCancellation(invoice) ? [] : listParticulars(invoice.particulars, context)
  return [
    ...(isRegulated ? [context.t('regulated')] : []),
    ...(particulars.length > 0 ? [writeFacts(particulars.map(groupCode), context)] : []),
  ].join(' ')
}

/** The code of a self-consumption is read in groups, like a CUPS. */
function groupCode({ fact, label, value }: Particular): LabelledValue {
  return { label, value: fact === 'self_consumption_code' ? splitCau(value).join('\u00a0') : value }
}

function heightOfNotes(pdf: PdfDocument, invoice: InvoiceDocument, context: DocumentContext): number {
  return gapOfNote + heightOfParagraph(pdf, writeNotes(invoice, context), textStyles.note)
}

function heightOfContactSection(pdf: PdfDocument, invoice: InvoiceDocument, context: DocumentContext): number {
  return headingPoints + heightOfContact(pdf, invoice, context, listBreakdownFacts(invoice, context))
}

function comparisonPointsOf({ comparatorAddress }: InvoiceDocument): number {
  return comparatorAddress === null ? 0 : comparisonPoints
}

function drawComparison(pdf: PdfDocument, { comparatorAddress }: InvoiceDocument, { t }: DocumentContext) {
  if (comparatorAddress === null) return
  drawSection(pdf, t('sections.compare'), qrCodeNotePoints)
  drawQrCodeNote(pdf, {
    qrCode: renderQrCode(comparatorAddress, 'L'),
    altText: t('compare.code'),
    text: t('compare.text'),
    link: { text: t('compare.link'), href: comparatorAddress },
  })
}

function buildDetailRows(invoice: InvoiceDocument, context: DocumentContext): Row[] {
  const { locale, t } = context
  const groups = groupLines(invoice.lines).flatMap(({ name, lines, amountCents }): Row[] => [
    { kind: 'group', cells: [t(`groups.${name}`), '', '', formatMoney(amountCents, locale)] },
    ...lines.map((line) => ({ cells: formatLine(line, invoice, context) })),
  ])
  return [...groups, { kind: 'total', cells: [t('total'), '', '', formatMoney(invoice.totalCents, locale)] }]
}
