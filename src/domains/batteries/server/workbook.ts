import type { Cell, Sheet } from 'write-excel-file/node'
import { asSpreadsheetText } from '#kit/server/csv-text.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { FoundBattery, FoundEntry, FoundLink } from './store.ts'

/** The words of the workbook in its reader's language. */
export type WorkbookPaper = { say: (key: string, values?: Record<string, string | number>) => string }

type Told = {
  batteries: readonly FoundBattery[]
  shares: readonly FoundLink[]
  entries: readonly FoundEntry[]
}

type Column<Row> = { key: string; width: number; cell: (row: Row) => Cell }

/** Batteries as an Excel workbook: what they hold, who shares in them, and all that came and went. */
export async function drawWorkbook({ batteries, shares, entries }: Told, { say }: WorkbookPaper): Promise<Buffer> {
  // Comes with the first workbook: it takes memory that only a server that writes one should give.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const names = new Map(batteries.map(({ batteryId, name }) => [batteryId, name]))
  const nameOf = ({ batteryId }: { batteryId: number }) => text(names.get(batteryId)!)

  const sheets = [
    sheet<FoundBattery>('wallets', batteries, [
      { key: 'wallet', width: 28, cell: nameOf },
      { key: 'balance', width: 14, cell: ({ balanceCents }) => money(balanceCents) },
    ]),
    sheet<FoundLink>('shares', shares, [
      { key: 'wallet', width: 28, cell: nameOf },
      { key: 'contract', width: 14, cell: ({ contract }) => text(contract) },
      { key: 'cups', width: 24, cell: ({ cups }) => text(cups) },
      { key: 'address', width: 42, cell: ({ address }) => text(address) },
      { key: 'percentage', width: 10, cell: ({ percentage }) => percent(percentage) },
      { key: 'from', width: 12, cell: ({ startsOn }) => date(startsOn) },
      { key: 'until', width: 12, cell: ({ endsOn }) => endsOn && date(endsOn) },
      { key: 'use', width: 24, cell: ({ handling }) => text(say(`types.${handling}`)) },
      { key: 'origin', width: 10, cell: ({ isOrigin }) => text(say(isOrigin ? 'document.yes' : 'document.no')) },
    ]),
    sheet<FoundEntry>('entries', entries, [
      { key: 'date', width: 12, cell: ({ bookedOn }) => date(bookedOn) },
      { key: 'wallet', width: 28, cell: nameOf },
      { key: 'reason', width: 30, cell: ({ reason }) => text(say(`reasons.${reason}`)) },
      { key: 'contract', width: 14, cell: ({ contract }) => contract && text(contract) },
      { key: 'invoice', width: 18, cell: ({ invoice }) => invoice && text(invoice.number) },
      { key: 'amount', width: 12, cell: ({ amountCents }) => money(amountCents) },
      { key: 'balance', width: 12, cell: ({ balanceCents }) => money(balanceCents) },
    ]),
  ]
  return writeExcelFile(sheets).toBuffer()

  function sheet<Row>(key: string, rows: readonly Row[], columns: Column<Row>[]): Sheet<never> {
    const head = columns.map((column): Cell => ({ ...text(say(`document.columns.${column.key}`)), fontWeight: 'bold' }))
    return {
      sheet: say(`document.sheets.${key}`),
      stickyRowsCount: 1,
      columns: columns.map(({ width }) => ({ width })),
      data: [head, ...rows.map((row) => columns.map(({ cell }) => cell(row)))],
    }
  }
}

/** A text that stays one when the sheet is kept as CSV and opened again. */
function text(value: string) {
  return { value: asSpreadsheetText(value), type: String }
}

function money(cents: Cents): Cell {
  return { value: cents / 100, type: Number, format: '#,##0.00 "€"' }
}

function percent(percentage: number): Cell {
  return { value: percentage / 100, type: Number, format: '0%' }
}

function date(day: MarketDay): Cell {
  return { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' }
}
