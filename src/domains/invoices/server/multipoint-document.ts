import { setImmediate } from 'node:timers/promises'
import { drawFacts } from '#kit/server/pdf/facts.ts'
import { closeSheet, type Sheet } from '#kit/server/pdf/sheet.ts'
import { type Column, closeTable, drawRow, drawTable, openTable, type Row } from '#kit/server/pdf/table.ts'
import { drawSection } from '#kit/server/pdf/text.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import type { DocumentPaper } from './document-paper.ts'
import { contactFacts, drawAnswer, openInvoice } from './invoice-frame.ts'
import type { MultipointDocument } from './invoice-to-draw.ts'
import { taxBreakdown, townTotals } from './joint-totals.ts'

/** Others get their turn after so many rows; a thousand take a tenth of a second and more. */
const rowsAtATime = 40

/** Draws an invoice of many supply points as a tagged PDF: the answer, its taxes, then a row per invoice by place. */
export async function drawMultipointInvoice(invoice: MultipointDocument, paper: DocumentPaper): Promise<Buffer> {
  const { locale, say } = paper
  const sheet = openInvoice(invoice, say('jointTitle', { number: invoice.number }), paper)
  drawAnswer(sheet, invoice, { reasons: [], silhouette: [] }, paper)
  drawFacts(
    sheet,
    [
      { label: say('facts.holder'), value: `${invoice.holder.name} · ${invoice.holder.taxId}` },
      { label: say('facts.supplyPoints'), value: formatDecimal(supplyCount(invoice), locale) },
      { label: say('columns.energy'), value: formatEnergy(energyOf(invoice), locale) },
      // Here, so that it is never alone on a last page.
      ...contactFacts(invoice, paper),
    ],
    3,
  )
  drawTaxes(sheet, invoice, paper)
  await drawPoints(sheet, invoice, paper)
  return closeSheet(sheet)
}

/** Draws the gathered invoices by place: towns where there are several, and addresses that have several invoices. */
async function drawPoints(sheet: Sheet, invoice: MultipointDocument, { locale, say }: DocumentPaper) {
  drawSection(sheet, say('sections.points'))
  const columns: Column[] = [
    { head: say('columns.address'), share: 37 },
    { head: say('columns.cups'), share: 27 },
    { head: say('columns.invoice'), share: 13 },
    { head: say('columns.energy'), share: 11, align: 'right' },
    { head: say('columns.amount'), share: 12, align: 'right' },
  ]
  const figuresOf = ({ energyWh, totalCents }: { energyWh: number; totalCents: Cents }) => [
    formatEnergy(energyWh, locale),
    formatMoney(totalCents, locale),
  ]
  const table = openTable(sheet, columns, 'compact')
  const towns = townTotals(invoice.points)
  // The sum of the only town is the total, and that of a single invoice its own.
  const areTownsSummed = towns.length > 1 && towns.some(({ points }) => points.length > 1)
  let drawn = 0
  for (const town of towns) {
    if (areTownsSummed) drawRow(table, { kind: 'group', cells: [town.name, '', '', ...figuresOf(town)], keepsRows: 2 })
    for (const address of town.addresses) {
      if (address.points.length > 1)
        drawRow(table, { kind: 'group', cells: [address.name, '', '', ...figuresOf(address)], keepsRows: 1 })
      for (const point of address.points) {
        drawn++
        if (drawn % rowsAtATime === 0) await setImmediate()
        const cells = [point.address, cupsGroups(point.cups).join('\u00a0'), point.invoiceNumber, ...figuresOf(point)]
        drawRow(table, { cells, keepsRows: drawn === invoice.points.length ? 1 : 0 })
      }
    }
  }
  const sums = figuresOf({ energyWh: energyOf(invoice), totalCents: sumOf(invoice) })
  drawRow(table, { kind: 'total', cells: [say('total'), '', '', ...sums] })
  closeTable(table)
}

/** Draws what taxes are charged on and what they come to, with what has none, down to the total. */
function drawTaxes(sheet: Sheet, invoice: MultipointDocument, { locale, say }: DocumentPaper) {
  const { taxes, untaxedCents, untold } = taxBreakdown(invoice.points)
  if (taxes.length === 0) return
  const money = (cents: Cents) => formatMoney(cents, locale)
  const columns: Column[] = [
    { head: say('columns.tax'), share: 46 },
    { head: say('columns.base'), share: 18, align: 'right' },
    { head: say('columns.taxAmount'), share: 18, align: 'right' },
    { head: say('columns.sum'), share: 18, align: 'right' },
  ]
  const rows = taxes.map(({ kind, percent, baseCents, taxCents }): Row => {
    const name = `${say(`lines.${kind}`)} ${say('percent', { percent: formatDecimal(percent, locale) })}`
    return { cells: [name, money(baseCents), money(taxCents), money(baseCents + taxCents)] }
  })
  if (untaxedCents !== 0) rows.push({ cells: [say('untaxed'), '', '', money(untaxedCents)] })
  if (untold.count > 0)
    rows.push({ cells: [say('untoldTaxes', { count: untold.count }), '', '', money(untold.totalCents)] })
  const bases = sumCents(taxes.map(({ baseCents }) => baseCents))
  const amounts = sumCents(taxes.map(({ taxCents }) => taxCents))
  rows.push({ kind: 'total', cells: [say('total'), money(bases), money(amounts), money(sumOf(invoice))] })
  drawSection(sheet, say('sections.taxes'))
  drawTable(sheet, columns, rows, { density: 'compact' })
}

function energyOf({ points }: MultipointDocument): number {
  return points.reduce((sum, { energyWh }) => sum + energyWh, 0)
}

function sumOf({ points }: MultipointDocument): Cents {
  return sumCents(points.map(({ totalCents }) => totalCents))
}

/** The places that are supplied; one may have several invoices. */
function supplyCount({ points }: MultipointDocument): number {
  return new Set(points.map(({ cups }) => cups)).size
}
