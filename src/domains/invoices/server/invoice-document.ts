import { drawBarChart, heightOfBarChart } from '#kit/server/pdf/bar-chart.ts'
import { drawFacts, type Fact } from '#kit/server/pdf/facts.ts'
import { voices } from '#kit/server/pdf/paper.ts'
import { drawShares } from '#kit/server/pdf/shares.ts'
import { closeSheet, type Sheet, skip } from '#kit/server/pdf/sheet.ts'
import { type Column, drawTable, fittingDensity, type Row } from '#kit/server/pdf/table.ts'
import { drawParagraph, drawSection, heightOfParagraph } from '#kit/server/pdf/text.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatMoney, formatPhone, formatPower } from '#vocabulary/format.ts'
import type { Period } from '#vocabulary/tariff-periods.ts'
import { consumptionChart } from './consumption-chart.ts'
import type { DocumentPaper } from './document-paper.ts'
import { drawAnswer, drawContact, openInvoice } from './invoice-frame.ts'
import { groupLines, periodName, writeLine } from './invoice-lines.ts'
import { reasonSentence, rectificationSentence, totalWh, useSentences } from './invoice-sentences.ts'
import type { InvoiceDocument } from './invoice-to-draw.ts'

/** Draws an invoice as a tagged PDF: the answer, what it is made of, the energy behind it, and each figure to the cent. */
export function drawInvoice(invoice: InvoiceDocument, paper: DocumentPaper): Promise<Buffer> {
  const { number, energy } = invoice
  const sheet = openInvoice(invoice, paper.say('title', { number, energy }), paper)
  drawRectification(sheet, invoice, paper)
  drawTotal(sheet, invoice, paper)
  drawFacts(sheet, supplyFacts(invoice, paper), 3)
  drawParts(sheet, invoice, paper)
  if (!isCancellation(invoice)) drawUse(sheet, invoice, paper)
  drawDetail(sheet, invoice, paper)
  drawContact(sheet, invoice, paper, breakdownFacts(invoice, paper))
  return closeSheet(sheet)
}

/** Whether the invoice only takes another one back, so that its energy was not used and is nothing to compare. */
function isCancellation({ rectification }: InvoiceDocument): boolean {
  return rectification?.type === 'A' || rectification?.type === 'B'
}

function drawRectification(sheet: Sheet, { rectification }: InvoiceDocument, paper: DocumentPaper) {
  if (!rectification) return
  skip(sheet, 4)
  drawParagraph(sheet, rectificationSentence(rectification, paper), voices.fact)
}

function drawTotal(sheet: Sheet, invoice: InvoiceDocument, paper: DocumentPaper) {
  if (isCancellation(invoice)) return drawAnswer(sheet, invoice, { reasons: [], silhouette: [] }, paper)
  // Two months tell no course yet.
  const silhouette = invoice.months.length > 2 ? invoice.months.map(totalWh) : []
  drawAnswer(sheet, invoice, { reasons: [reasonSentence(invoice, paper)], silhouette }, paper)
}

function supplyFacts({ holder, supply }: InvoiceDocument, paper: DocumentPaper): Fact[] {
  const { say } = paper
  const power = powerText(supply.powerWatts, paper)
  return [
    { label: say('facts.holder'), value: `${holder.name} · ${holder.taxId}` },
    { label: say('facts.supplyAddress'), value: supply.address },
    { label: say('facts.cups'), value: cupsGroups(supply.cups).join('\u00a0') },
    { label: say('facts.tariff'), value: `${supply.product} (${supply.tariff})` },
    ...(power ? [{ label: say('facts.power'), value: power }] : []),
    { label: say('facts.contract'), value: supply.contract },
  ]
}

/** One power where all periods have the same. */
function powerText(powerWatts: readonly number[], paper: DocumentPaper): string {
  const powers = powerWatts.map((watts) => formatPower(watts, paper.locale))
  if (new Set(powers).size <= 1) return powers[0] ?? ''
  return powers
    .map((power, index) => `${periodName((index + 1) as Period, powers.length, paper)}\u00a0${power}`)
    .join(' · ')
}

function drawParts(sheet: Sheet, { lines }: InvoiceDocument, { locale, say }: DocumentPaper) {
  drawSection(sheet, say('sections.parts'), 80)
  const shares = groupLines(lines).map(({ name, amountCents }) => ({
    label: say(`groups.${name}`),
    amount: formatMoney(amountCents, locale),
    value: amountCents,
  }))
  drawShares(sheet, shares)
}

function drawUse(sheet: Sheet, invoice: InvoiceDocument, paper: DocumentPaper) {
  const sentences = useSentences(invoice, paper)
  // The account takes a row of the first page.
  const chart = { ...consumptionChart(invoice.months, paper), ...(invoice.transfer && { plotPoints: 38 }) }
  const gap = 6
  const height = heightOfParagraph(sheet, sentences) + gap + heightOfBarChart(sheet, chart)
  drawSection(sheet, paper.say('sections.use'), height)
  drawParagraph(sheet, sentences)
  skip(sheet, gap)
  drawBarChart(sheet, chart)
}

// The note and whom to turn to.
const pointsBelowDetail = 140

function drawDetail(sheet: Sheet, invoice: InvoiceDocument, paper: DocumentPaper) {
  const { say } = paper
  drawSection(sheet, say('sections.detail'), 120)
  drawParagraph(sheet, say('howToRead'))
  skip(sheet, 4)
  const columns: Column[] = [
    { head: say('columns.concept'), share: 40 },
    { head: say('columns.quantity'), share: 23, align: 'right' },
    { head: say('columns.price'), share: 24, align: 'right' },
    { head: say('columns.amount'), share: 13, align: 'right' },
  ]
  const rows = detailRows(invoice, paper)
  const density = fittingDensity(sheet, rows.length, pointsBelowDetail)
  drawTable(sheet, columns, rows, { density, pointsBelow: pointsBelowDetail })
  if (!invoice.lines.some(({ figure }) => figure !== null)) return
  skip(sheet, 6)
  drawParagraph(sheet, say('regulated'), voices.note)
}

function detailRows(invoice: InvoiceDocument, paper: DocumentPaper): Row[] {
  const { locale, say } = paper
  const groups = groupLines(invoice.lines).flatMap(({ name, lines, amountCents }): Row[] => [
    { kind: 'group', cells: [say(`groups.${name}`), '', '', formatMoney(amountCents, locale)] },
    ...lines.map((line) => ({ cells: writeLine(line, invoice, paper) })),
  ])
  return [...groups, { kind: 'total', cells: [say('total'), '', '', formatMoney(invoice.totalCents, locale)] }]
}

function breakdownFacts({ supply }: InvoiceDocument, { say }: DocumentPaper): Fact[] {
  const { name, breakdownPhone } = supply.distributor
  return breakdownPhone === null
    ? []
    : [{ label: say('facts.breakdown'), value: `${formatPhone(breakdownPhone)} · ${name}` }]
}
