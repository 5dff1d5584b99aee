import { setImmediate } from 'node:timers/promises'
import { drawFacts } from '#kit/server/pdf/facts.ts'
import { closeSheet, type Sheet } from '#kit/server/pdf/sheet.ts'
import { type Column, closeTable, drawRow, openTable } from '#kit/server/pdf/table.ts'
import { drawSection } from '#kit/server/pdf/text.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatDecimal, formatEnergy, formatMoney } from '#vocabulary/format.ts'
import { type Cents, sumCents } from '#vocabulary/money.ts'
import { roundedParts, wholeKwh } from '#vocabulary/rounded-parts.ts'
import type { DocumentPaper } from './document-paper.ts'
import { drawAnswer, drawContact, openInvoice } from './invoice-frame.ts'
import type { MultipointDocument } from './invoice-to-draw.ts'

/** Others get their turn after so many rows; a thousand take a tenth of a second and more. */
const rowsAtATime = 40

/** Draws an invoice of many supply points as a tagged PDF: the answer, then a row per point. */
export async function drawMultipointInvoice(invoice: MultipointDocument, paper: DocumentPaper): Promise<Buffer> {
  const { locale, say } = paper
  const sheet = openInvoice(invoice, say('jointTitle', { number: invoice.number }), paper)
  drawAnswer(sheet, invoice, { reasons: [], silhouette: [] }, paper)
  drawFacts(
    sheet,
    [
      { label: say('facts.holder'), value: `${invoice.holder.name} · ${invoice.holder.taxId}` },
      { label: say('facts.supplyPoints'), value: formatDecimal(invoice.points.length, locale) },
      { label: say('columns.energy'), value: formatEnergy(energyOf(invoice), locale) },
    ],
    3,
  )
  await drawPoints(sheet, invoice, paper)
  drawContact(sheet, invoice, paper)
  return closeSheet(sheet)
}

async function drawPoints(sheet: Sheet, invoice: MultipointDocument, { locale, say }: DocumentPaper) {
  drawSection(sheet, say('sections.points'))
  const columns: Column[] = [
    { head: say('columns.address'), share: 37 },
    { head: say('columns.cups'), share: 27 },
    { head: say('columns.invoice'), share: 13 },
    { head: say('columns.energy'), share: 11, align: 'right' },
    { head: say('columns.amount'), share: 12, align: 'right' },
  ]
  const table = openTable(sheet, columns, 'compact')
  const energiesWh = roundedParts(
    invoice.points.map(({ energyWh }) => energyWh),
    wholeKwh,
  )
  for (const [index, { address, cups, invoiceNumber, totalCents }] of invoice.points.entries()) {
    if (index % rowsAtATime === rowsAtATime - 1) await setImmediate()
    const figures = [formatEnergy(energiesWh[index]!, locale), formatMoney(totalCents, locale)]
    const cells = [address, cupsGroups(cups).join('\u00a0'), invoiceNumber, ...figures]
    drawRow(table, { cells, keepsRows: index === invoice.points.length - 1 ? 1 : 0 })
  }
  const sums = [formatEnergy(energyOf(invoice), locale), formatMoney(sumOf(invoice), locale)]
  drawRow(table, { kind: 'total', cells: [say('total'), '', '', ...sums] })
  closeTable(table)
}

function energyOf({ points }: MultipointDocument): number {
  return points.reduce((sum, { energyWh }) => sum + energyWh, 0)
}

function sumOf({ points }: MultipointDocument): Cents {
  return sumCents(points.map(({ totalCents }) => totalCents))
}
