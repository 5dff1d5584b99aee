import type { Cell, Sheet } from 'write-excel-file/node'
import { escapeFormula } from '#kit/server/format-csv-line.ts'
import type { MarketDay } from '#vocabulary/day.ts'
import type { Cents } from '#vocabulary/money.ts'
import type { BatteryRow, EntryRow, LinkRow } from './store.ts'

/** The translator of the workbook in its reader's language. */
export type WorkbookContext = { t: (key: string, values?: Record<string, string | number>) => string }

type WorkbookData = {
  batteries: readonly BatteryRow[]
  shares: readonly LinkRow[]
  entries: readonly EntryRow[]
}

type Column<Row> = { key: string; width: number; cell: (row: Row) => Cell }

/** Builds an Excel workbook of batteries: their balances, shares and ledger entries. */
export async function buildWorkbook(
  { batteries, shares, entries }: WorkbookData,
  { t }: WorkbookContext,
): Promise<Buffer> {
  // Loaded with the first workbook: it takes memory that only a server that writes one should spend.
  const { default: writeExcelFile } = await import('write-excel-file/node')
  const names = new Map(batteries.map(({ batteryId, name }) => [batteryId, name]))
  const nameOf = ({ batteryId }: { batteryId: number }) => textCell(names.get(batteryId)!)

  const sheets = [
    sheet<BatteryRow>('wallets', batteries, [
      { key: 'wallet', width: 28, cell: nameOf },
      { key: 'balance', width: 14, cell: ({ balanceCents }) => moneyCell(balanceCents) },
    ]),
    sheet<LinkRow>('shares', shares, [
      { key: 'wallet', width: 28, cell: nameOf },
      { key: 'contract', width: 14, cell: ({ contract }) => textCell(contract) },
      { key: 'cups', width: 24, cell: ({ cups }) => textCell(cups) },
      { key: 'address', width: 42, cell: ({ address }) => textCell(address) },
      { key: 'percentage', width: 10, cell: ({ percentage }) => percentCell(percentage) },
      { key: 'from', width: 12, cell: ({ startsOn }) => dateCell(startsOn) },
      { key: 'until', width: 12, cell: ({ endsOn }) => endsOn && dateCell(endsOn) },
      { key: 'use', width: 24, cell: ({ handling }) => textCell(t(`types.${handling}`)) },
      { key: 'origin', width: 10, cell: ({ isOrigin }) => textCell(t(isOrigin ? 'document.yes' : 'document.no')) },
    ]),
    sheet<EntryRow>('entries', entries, [
      { key: 'date', width: 12, cell: ({ bookedOn }) => dateCell(bookedOn) },
      { key: 'wallet', width: 28, cell: nameOf },
      { key: 'reason', width: 30, cell: ({ reason }) => textCell(t(`reasons.${reason}`)) },
      { key: 'contract', width: 14, cell: ({ contract }) => contract && textCell(contract) },
      { key: 'invoice', width: 18, cell: ({ invoice }) => invoice && textCell(invoice.number) },
      { key: 'amount', width: 12, cell: ({ amountCents }) => moneyCell(amountCents) },
      { key: 'balance', width: 12, cell: ({ balanceCents }) => moneyCell(balanceCents) },
    ]),
  ]
  return writeExcelFile(sheets).toBuffer()

  function sheet<Row>(key: string, rows: readonly Row[], columns: Column<Row>[]): Sheet<never> {
    const head = columns.map(
      (column): Cell => ({ ...textCell(t(`document.columns.${column.key}`)), fontWeight: 'bold' }),
    )
    return {
      sheet: t(`document.sheets.${key}`),
      stickyRowsCount: 1,
      columns: columns.map(({ width }) => ({ width })),
      data: [head, ...rows.map((row) => columns.map(({ cell }) => cell(row)))],
    }
  }
}

/** Returns a cell whose text stays text when the sheet is saved as CSV and opened again. */
function textCell(value: string) {
  return { value: escapeFormula(value), type: String }
}

function moneyCell(cents: Cents): Cell {
  return { value: cents / 100, type: Number, format: '#,##0.00 "€"' }
}

function percentCell(percentage: number): Cell {
  return { value: percentage / 100, type: Number, format: '0%' }
}

function dateCell(day: MarketDay): Cell {
  return { value: new Date(`${day}T00:00:00Z`), type: Date, format: 'dd/mm/yyyy' }
}
