import { Readable } from 'node:stream'
import type { SheetData } from 'write-excel-file/node'
import type { Database } from '#db/database.ts'
import type { Locale } from '#kit/locale.ts'
import type { FileReply } from '#kit/server/reply.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { CurveDay } from '../curve.ts'
import { type ChartType, type DownloadFormat, wirePeriods } from '../rules.ts'
import { byHour, type CurveEntry } from './curve-entries.ts'
import { type ContractPoint, type KeptDay, readDays } from './curve-queries.ts'
import { greenButtonFeed } from './files/green-button.ts'
import { writeCurveFile } from './files/write-curve-file.ts'
import type { ReadCurve } from './read-curve.ts'
import { canaryPointsAmong } from './supply-points.ts'

type Words = (key: string, values?: Record<string, string | number>) => string
type Order = {
  point: ContractPoint
  type: ChartType
  curve: ReadCurve
  format: DownloadFormat
  words: Words
  locale: Locale
  now: Date
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const xmlType = 'application/atom+xml; charset=utf-8'
const csvType = 'text/csv; charset=utf-8'
// Spreadsheets take a file for UTF-8 only when it says so.
const byteOrderMark = '\ufeff'

/** A curve as a file to take along. */
export async function curveFile(
  db: Database,
  { point, type, curve, format, words, locale, now }: Order,
): Promise<FileReply> {
  const name = `${point.cups} ${curve.range.start} ${curve.range.end}`
  switch (format) {
    case 'csv':
      return {
        content: Readable.from(csvLines(curve.entries, words, locale)),
        fileName: `${name}.csv`,
        mediaType: csvType,
      }
    case 'xlsx': {
      // Comes with the first workbook: it takes memory that only a server that writes one should give.
      const { default: writeXlsxFile } = await import('write-excel-file/node')
      const content = await writeXlsxFile(sheetOf(curve.entries, { type, words }), sheetLook(type)).toBuffer()
      return { content, fileName: `${name}.xlsx`, mediaType: xlsxType }
    }
    case 'datadis': {
      const days = await readDays(db, { point, range: curve.range })
      const lines = writeCurveFile(
        'datadis',
        days.map((day) => asCurveDay(byHour(day), point.cups)),
        () => point.timeZone,
      )
      return { content: Readable.from(lines), fileName: `${name} ${type} Datadis.csv`, mediaType: csvType }
    }
    case 'greenbutton': {
      const { cups, timeZone } = point
      const days = (await readDays(db, { point, range: curve.range, finest: true })).map((day) => asCurveDay(day, cups))
      const content = Readable.from(greenButtonFeed(days, { cups, timeZone, now }))
      return { content, fileName: `${name} Green Button.xml`, mediaType: xmlType }
    }
  }
}

/** The hours of several points in their own days, each line with its CUPS: what an invoice was measured by. */
export async function* hoursAsCsv(
  db: Database,
  points: readonly { supplyPointId: number; cups: string; firstDay: string; lastDay: string }[],
): AsyncGenerator<string> {
  const canaries = await canaryPointsAmong(
    db,
    points.map(({ supplyPointId }) => supplyPointId),
  )
  let isFirst = true
  for (const { supplyPointId, cups, firstDay, lastDay } of points) {
    const range = { start: firstDay, end: lastDay }
    const days = await readDays(db, { point: { supplyPointId, held: range }, range })
    const [header, ...lines] = writeCurveFile(
      'datadis',
      days.map((day) => asCurveDay(byHour(day), cups)),
      () => (canaries.has(supplyPointId) ? 'Atlantic/Canary' : 'Europe/Madrid'),
    )
    if (isFirst && header) yield header
    isFirst = false
    yield lines.join('')
  }
}

function asCurveDay(day: KeptDay, cups: string): CurveDay {
  return { ...day, cups, version: 0, invoice: null }
}

const columns = ['importWh', 'exportWh', 'reactiveVarh'] as const
const magnitudeOf = { importWh: 'activa', exportWh: 'exportada', reactiveVarh: 'reactiva' } as const
const unitOf = { importWh: 'kWh', exportWh: 'kWh', reactiveVarh: 'kVArh' } as const

/** Whether lines are parts of days, of which the clock on the wall shows one hour twice in October. */
function isByClock(type: ChartType): boolean {
  return type === 'hourly' || type === 'quarter-hourly'
}

function headings(words: Words): string[] {
  return [
    words('file.from'),
    words('file.period'),
    ...columns.map((name) => `${words(`magnitudes.${magnitudeOf[name]}`)} (${unitOf[name]})`),
  ]
}

// Where decimals are written with a comma, spreadsheets expect the semicolon between cells.
function* csvLines(entries: readonly CurveEntry[], words: Words, locale: Locale): Generator<string> {
  const usesComma = locale !== 'en'
  const separator = usesComma ? ';' : ','
  const decimal = (value: number | null) =>
    value === null ? '' : usesComma ? signedKwh(value).replace('.', ',') : signedKwh(value)
  yield `${byteOrderMark}${headings(words).join(separator)}\r\n`
  for (const entry of entries) {
    const cells = [entry.startsAt, periodText(entry), ...columns.map((name) => decimal(entry[name]))]
    yield `${cells.join(separator)}\r\n`
  }
}

const sheetColumns = [18, 10, 22, 22, 22]
const offsetColumn = 18

function sheetLook(type: ChartType) {
  const widths = isByClock(type) ? [...sheetColumns, offsetColumn] : sheetColumns
  return { columns: widths.map((width) => ({ width })), stickyRowsCount: 1 }
}

const dateFormats = {
  monthly: 'mm/yyyy',
  daily: 'dd/mm/yyyy',
  hourly: 'dd/mm/yyyy hh:mm',
  'quarter-hourly': 'dd/mm/yyyy hh:mm',
} as const satisfies Record<ChartType, string>

function sheetOf(entries: readonly CurveEntry[], { type, words }: Pick<Order, 'type' | 'words'>): SheetData {
  const head = [...headings(words), ...(isByClock(type) ? [words('file.offset')] : [])].map((value) => ({
    value,
    fontWeight: 'bold' as const,
    wrap: true,
  }))
  const rows = entries.map((entry) => [
    { value: onTheWall(entry.startsAt), type: Date, format: dateFormats[type] },
    { value: periodText(entry), type: String },
    ...columns.map((name) => {
      const value = entry[name]
      return value === null ? null : { value: value / 1000, type: Number, format: '0.000' }
    }),
    ...(isByClock(type) ? [{ value: entry.startsAt.slice(-'+01:00'.length), type: String }] : []),
  ])
  return [head, ...rows]
}

/** What the clock on the wall shows, as spreadsheets store it: without an offset, which has a column of its own. */
function onTheWall(startsAt: string): Date {
  return new Date(`${startsAt.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`)
}

function periodText({ period }: CurveEntry): string {
  return period ? wirePeriods[period - 1]! : ''
}

function signedKwh(wh: number): string {
  return wh < 0 ? `-${kwhFromWh(-wh)}` : kwhFromWh(wh)
}
