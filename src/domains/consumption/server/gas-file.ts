import { Readable } from 'node:stream'
import type { SheetData } from 'write-excel-file/node'
import type { Locale } from '#kit/locale.ts'
import type { FileReply } from '#kit/server/reply.ts'
import type { GasDownloadFormat } from '../gas-api.ts'
import type { GasConsumption } from './gas-queries.ts'

type Words = (key: string, values?: Record<string, string | number>) => string
type GasFileOptions = { name: string; format: GasDownloadFormat; words: Words; locale: Locale }

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const csvType = 'text/csv; charset=utf-8'
// Spreadsheets take a file for UTF-8 only when it says so.
const byteOrderMark = '\ufeff'

/** What a gas contract used as a file to take along: months or readings as CSV, both as the sheets of a workbook. */
export async function gasFile(
  gas: GasConsumption,
  { name, format, words, locale }: GasFileOptions,
): Promise<FileReply> {
  const tables = { months: monthsTable(gas, words), readings: readingsTable(gas, words) }
  const sheets = { months: words('gas.file.months'), readings: words('gas.file.readings') }
  if (format === 'xlsx') {
    // Comes with the first workbook: it takes memory that only a server that writes one should give.
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

/** The first cell of a row is its day. */
type FileTable = { head: string[]; rows: [day: string, ...(string | number | null)[]][] }

function monthsTable({ months }: GasConsumption, words: Words): FileTable {
  return {
    head: [words('gas.file.month'), 'kWh'],
    rows: months.map(({ month, energyWh }) => [month, kilo(energyWh)]),
  }
}

function readingsTable({ readings }: GasConsumption, words: Words): FileTable {
  return {
    head: [
      words('gas.readings.date'),
      words('gas.readings.origin'),
      words('gas.readings.m3'),
      words('gas.readings.used'),
      words('gas.readings.factor'),
      words('gas.readings.calorific'),
      'kWh',
    ],
    rows: readings.map((reading) => [
      reading.day,
      words(`gas.origins.${reading.isEstimated ? 'estimated' : reading.origin}`),
      kilo(reading.registerLitres),
      kilo(reading.usedLitres),
      reading.factorKwhPerM3,
      reading.calorificKwhPerM3,
      kilo(reading.energyWh),
    ]),
  }
}

// Where decimals are written with a comma, spreadsheets expect the semicolon between cells.
function* csvLines({ head, rows }: FileTable, locale: Locale): Generator<string> {
  const usesComma = locale !== 'en'
  const separator = usesComma ? ';' : ','
  const written = (cell: string | number | null) => {
    if (cell === null) return ''
    return usesComma && typeof cell === 'number' ? String(cell).replace('.', ',') : String(cell)
  }
  yield `${byteOrderMark}${head.join(separator)}\r\n`
  for (const row of rows) yield `${row.map(written).join(separator)}\r\n`
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
