import { Readable } from 'node:stream'
import type { SheetData } from 'write-excel-file/node'
import type { FileReply } from '#kit/server/reply.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { GasDownloadFormat } from '../../gas-api.ts'
import type { GasConsumption } from './gas-queries.ts'

type Translate = (key: string, values?: Record<string, string | number>) => string
type GasFileOptions = { name: string; format: GasDownloadFormat; t: Translate; locale: Locale }

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const csvType = 'text/csv; charset=utf-8'
// Spreadsheets recognise UTF-8 only with a byte order mark.
const byteOrderMark = '\ufeff'

/**
 * Builds a downloadable file of a gas contract's consumption: months or readings as CSV, or both as sheets of a
 * workbook.
 */
export async function buildGasFile(
  gas: GasConsumption,
  { name, format, t, locale }: GasFileOptions,
): Promise<FileReply> {
  const tables = { months: buildMonthsTable(gas, t), readings: buildReadingsTable(gas, t) }
  const sheets = { months: t('gas.file.months'), readings: t('gas.file.readings') }
  if (format === 'xlsx') {
    // Loaded with the first workbook: it takes memory that only a server that writes one should spend.
    const { default: writeXlsxFile } = await import('write-excel-file/node')
    const content = await writeXlsxFile([
      {
        data: sheetOf(tables.months, 'mm/yyyy'),
        sheet: sheets.months,
        columns: [{ width: 14 }, { width: 14 }],
        stickyRowsCount: 1,
      },
      {
        data: sheetOf(tables.readings, 'dd/mm/yyyy'),
        sheet: sheets.readings,
        columns: [14, 18, 14, 14, 18, 18, 12].map((width) => ({ width })),
        stickyRowsCount: 1,
      },
    ]).toBuffer()
    return { content, fileName: `${name}.xlsx`, mediaType: xlsxType }
  }
  const part = format === 'months_csv' ? 'months' : 'readings'
  return {
    content: Readable.from(csvLines(tables[part], locale)),
    fileName: `${name} ${sheets[part]}.csv`,
    mediaType: csvType,
  }
}

/** A table whose first cell in each row is the day. */
type FileTable = { head: string[]; rows: [day: string, ...(string | number | null)[]][] }

function buildMonthsTable({ months }: GasConsumption, t: Translate): FileTable {
  return {
    head: [t('gas.file.month'), 'kWh'],
    rows: months.map(({ month, energyWh }) => [month, kilo(energyWh)]),
  }
}

function buildReadingsTable({ readings }: GasConsumption, t: Translate): FileTable {
  return {
    head: [
      t('gas.readings.date'),
      t('gas.readings.origin'),
      t('gas.readings.m3'),
      t('gas.readings.used'),
      t('gas.readings.factor'),
      t('gas.readings.calorific'),
      'kWh',
    ],
    rows: readings.map((reading) => [
      reading.day,
      t(`gas.origins.${reading.isEstimated ? 'estimated' : reading.origin}`),
      kilo(reading.registerLitres),
      kilo(reading.usedLitres),
      reading.factorKwhPerM3,
      reading.calorificKwhPerM3,
      kilo(reading.energyWh),
    ]),
  }
}

// Where decimals are written with a comma, spreadsheets expect semicolons between cells.
function* csvLines({ head, rows }: FileTable, locale: Locale): Generator<string> {
  const usesComma = locale !== 'en'
  const separator = usesComma ? ';' : ','
  const formatCell = (cell: string | number | null) => {
    if (cell === null) return ''
    return usesComma && typeof cell === 'number' ? String(cell).replace('.', ',') : String(cell)
  }
  yield `${byteOrderMark}${head.join(separator)}\r\n`
  for (const row of rows) yield `${row.map(formatCell).join(separator)}\r\n`
}

function sheetOf({ head, rows }: FileTable, dayFormat: string): SheetData {
  return [
    head.map((value) => ({ value, fontWeight: 'bold' as const, wrap: true })),
    ...rows.map(([day, ...cells]) => [
      { value: new Date(`${day}T00:00:00Z`), type: Date, format: dayFormat },
      ...cells.map((cell) => {
        if (cell === null) return null
        return typeof cell === 'string' ? { value: cell, type: String } : { value: cell, type: Number, format: '0.###' }
      }),
    ]),
  ]
}

function kilo(value: number | null): number | null {
  return value === null ? null : value / 1000
}
