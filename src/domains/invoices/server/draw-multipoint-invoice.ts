import { setImmediate } from 'node:timers/promises'
import { drawDescriptionList } from '#kit/server/pdf/description-list.ts'
import { drawSection } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { closePdfDocument, type PdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { type Column, closeTable, drawRow, drawTable, openTable, type Row } from '#kit/server/pdf/table.ts'
import { formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import type { DocumentContext } from './document-context.ts'
import type { MultipointDocument } from './invoice-document-model.ts'
import { drawCareNote, drawSummary, listContactFacts, openInvoiceDocument } from './invoice-frame.ts'
import { computeTaxBreakdown, computeTownTotals } from './multipoint-totals.ts'

/** The event loop is yielded after this many rows; drawing a thousand rows takes a tenth of a second or more. */
const rowsPerBatch = 40

/**
 * Draws an invoice of many supply points as a tagged PDF: first the amount and what to do, then its taxes and a row per
 * invoice, by location.
 */
export async function drawMultipointInvoice(invoice: MultipointDocument, context: DocumentContext): Promise<Buffer> {
  const { locale, t } = context
  const pdf = openInvoiceDocument(invoice, t('jointTitle', { number: invoice.number }), context)
  drawSummary(pdf, invoice, { reasons: [], silhouette: [] }, context)
  drawDescriptionList(
    pdf,
    [
      { label: t('facts.holder'), value: `${invoice.holder.name} · ${invoice.holder.taxId}` },
      { label: t('facts.supplyPoints'), value: formatDecimal(supplyCount(invoice), locale) },
      { label: t('columns.energy'), value: formatEnergy(energyOf(invoice), locale) },
      // Placed here, so that the contact section is never alone on a last page.
      ...listContactFacts(invoice, context),
    ],
    3,
  )
  drawCareNote(pdf, context)
  drawTaxes(pdf, invoice, context)
  await drawPoints(pdf, invoice, context)
  return closePdfDocument(pdf)
}

/**
 * Draws the invoices by location, with subtotals for towns if there are several and for addresses that have several
 * invoices.
 */
async function drawPoints(pdf: PdfDocument, invoice: MultipointDocument, { locale, t }: DocumentContext) {
  drawSection(pdf, t('sections.points'))
  const columns: Column[] = [
    { head: t('columns.address'), share: 37 },
    { head: t('columns.cups'), share: 27 },
    { head: t('columns.invoice'), share: 13 },
    { head: t('columns.energy'), share: 11, align: 'right' },
    { head: t('columns.amount'), share: 12, align: 'right' },
  ]
  const figuresOf = ({ energyWh, totalCents }: { energyWh: number; totalCents: Cents }) => [
    formatEnergy(energyWh, locale),
    formatMoney(totalCents, locale),
  ]
  const table = openTable(pdf, columns, 'compact')
  const towns = computeTownTotals(invoice.points)
  // The subtotal of the only town is the total, and that of a single invoice is its own amount.
  const areTownsSummed = towns.length > 1 && towns.some(({ points }) => points.length > 1)
  let drawn = 0
  for (const town of towns) {
    if (areTownsSummed)
      drawRow(table, { kind: 'group', cells: [town.name, '', '', ...figuresOf(town)], keepWithRows: 2 })
    for (const address of town.addresses) {
      if (address.points.length > 1)
        drawRow(table, { kind: 'group', cells: [address.name, '', '', ...figuresOf(address)], keepWithRows: 1 })
      for (const point of address.points) {
        drawn++
        if (drawn % rowsPerBatch === 0) await setImmediate()
        const cells = [point.address, splitCups(point.cups).join('\u00a0'), point.invoiceNumber, ...figuresOf(point)]
        drawRow(table, { cells, keepWithRows: drawn === invoice.points.length ? 1 : 0 })
      }
    }
  }
  const sums = figuresOf({ energyWh: energyOf(invoice), totalCents: sumOf(invoice) })
  drawRow(table, { kind: 'total', cells: [t('total'), '', '', ...sums] })
  closeTable(table)
}

/** Draws the tax bases and amounts, followed by the untaxed amounts, down to the total. */
function drawTaxes(pdf: PdfDocument, invoice: MultipointDocument, { locale, t }: DocumentContext) {
  const { taxes, untaxedCents, notItemized } = computeTaxBreakdown(invoice.points)
  if (taxes.length === 0) return
  const money = (cents: Cents) => formatMoney(cents, locale)
  const columns: Column[] = [
    { head: t('columns.tax'), share: 46 },
    { head: t('columns.base'), share: 18, align: 'right' },
    { head: t('columns.taxAmount'), share: 18, align: 'right' },
    { head: t('columns.sum'), share: 18, align: 'right' },
  ]
  const rows = taxes.map(({ kind, percent, baseCents, taxCents }): Row => {
    const name = `${t(`lines.${kind}`)} ${t('percent', { percent: formatDecimal(percent, locale) })}`
    return { cells: [name, money(baseCents), money(taxCents), money(baseCents + taxCents)] }
  })
  if (untaxedCents !== 0) rows.push({ cells: [t('untaxed'), '', '', money(untaxedCents)] })
  if (notItemized.count > 0)
    rows.push({ cells: [t('untoldTaxes', { count: notItemized.count }), '', '', money(notItemized.totalCents)] })
  const bases = sumCents(taxes.map(({ baseCents }) => baseCents))
  const amounts = sumCents(taxes.map(({ taxCents }) => taxCents))
  rows.push({ kind: 'total', cells: [t('total'), money(bases), money(amounts), money(sumOf(invoice))] })
  drawSection(pdf, t('sections.taxes'))
  drawTable(pdf, columns, rows, { density: 'compact' })
}

function energyOf({ points }: MultipointDocument): number {
  return points.reduce((sum, { energyWh }) => sum + energyWh, 0)
}

function sumOf({ points }: MultipointDocument): Cents {
  return sumCents(points.map(({ totalCents }) => totalCents))
}

/** Returns the number of supply points; one may have several invoices. */
function supplyCount({ points }: MultipointDocument): number {
  return new Set(points.map(({ cups }) => cups)).size
}
