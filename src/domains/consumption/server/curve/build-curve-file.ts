import { Readable } from 'node:stream'
import type { SheetData } from 'write-excel-file/node'
import type { Database } from '#db/database.ts'
import type { FileReply } from '#kit/server/reply.ts'
import { kwhFromWh } from '#vocabulary/energy.ts'
import type { Locale } from '#vocabulary/locale.ts'
import type { CurveDay, StoredDay } from '../../curve.ts'
import { type ChartType, type DownloadFormat, wirePeriods } from '../../rules.ts'
import { writeGreenButtonFeed } from '../files/formats/green-button.ts'
import { writeCurveFile } from '../files/write-curve-file.ts'
import { filterCanaryPoints } from '../supply-points.ts'
import { aggregateByHour, type CurveEntry } from './curve-entries.ts'
import { type ContractPoint, readDays } from './curve-queries.ts'
import type { CurveResult } from './query-curve.ts'

type Translate = (key: string, values?: Record<string, string | number>) => string
type CurveFileRequest = {
  point: ContractPoint
  type: ChartType
  curve: CurveResult
  format: DownloadFormat
  t: Translate
  locale: Locale
  now: Date
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const xmlType = 'application/atom+xml; charset=utf-8'
const csvType = 'text/csv; charset=utf-8'
// Spreadsheets recognise UTF-8 only with a byte order mark.
const byteOrderMark = '\ufeff'

/** Builds a downloadable file of a curve. */
export async function buildCurveFile(
  db: Database,
  { point, type, curve, format, t, locale, now }: CurveFileRequest,
): Promise<FileReply> {
  const name = `${point.cups} ${curve.range.start} ${curve.range.end}`
  switch (format) {
    case 'csv':
      return {
        content: Readable.from(csvLines(curve, t, locale)),
        fileName: `${name}.csv`,
        mediaType: csvType,
      }
    case 'xlsx': {
      // Loaded with the first workbook: it takes memory that only a server that writes one should spend.
      const { default: writeXlsxFile } = await import('write-excel-file/node')
      const content = await writeXlsxFile(sheetOf(curve, { type, t }), sheetOptionsOf(type)).toBuffer()
      return { content, fileName: `${name}.xlsx`, mediaType: xlsxType }
    }
    case 'datadis': {
      const days = await readDays(db, { point, range: curve.range })
      const lines = writeCurveFile(
        'datadis',
        days.map((day) => toCurveDay(aggregateByHour(day), point.cups)),
        () => point.timeZone,
      )
      return { content: Readable.from(lines), fileName: `${name} ${type} Datadis.csv`, mediaType: csvType }
    }
    case 'greenbutton': {
      const { cups, timeZone } = point
      const days = (await readDays(db, { point, range: curve.range, finest: true })).map((day) => toCurveDay(day, cups))
      const content = Readable.from(writeGreenButtonFeed(days, { cups, timeZone, now }))
      return { content, fileName: `${name} Green Button.xml`, mediaType: xmlType }
    }
  }
}

/**
 * Writes the hours of several supply points, each over its own days, with the CUPS in each line: the measurements
 * behind an invoice.
 */
export async function* writeHoursCsv(
  db: Database,
  points: readonly { supplyPointId: number; cups: string; firstDay: string; lastDay: string }[],
): AsyncGenerator<string> {
  const canaries = await filterCanaryPoints(
    db,
    points.map(({ supplyPointId }) => supplyPointId),
  )
  let isFirst = true
  for (const { supplyPointId, cups, firstDay, lastDay } of points) {
    const range = { start: firstDay, end: lastDay }
    const days = await readDays(db, { point: { supplyPointId, visibleRange: range }, range })
    const [header, ...lines] = writeCurveFile(
      'datadis',
      days.map((day) => toCurveDay(aggregateByHour(day), cups)),
      () => (canaries.has(supplyPointId) ? 'Atlantic/Canary' : 'Europe/Madrid'),
    )
    if (isFirst && header) yield header
    isFirst = false
    yield lines.join('')
  }
}

function toCurveDay(day: StoredDay, cups: string): CurveDay {
  return { ...day, cups, version: 0, invoice: null }
}

const columns = ['importWh', 'exportWh', 'reactiveVarh'] as const
const magnitudeOf = { importWh: 'activa', exportWh: 'exportada', reactiveVarh: 'reactiva' } as const
const unitOf = { importWh: 'kWh', exportWh: 'kWh', reactiveVarh: 'kVArh' } as const

/** Checks whether lines are parts of days, so that a local time can occur twice in October. */
function hasClockTimes(type: ChartType): boolean {
  return type === 'hourly' || type === 'quarter-hourly'
}

/** What the data of an entry are: the state of an hour, or how many hours of a day or month are missing and estimated. */
type KnownColumns = { headings: string[]; cellsOf: (entry: CurveEntry, index: number) => (string | number)[] }

function knownColumnsOf({ states }: CurveResult, t: Translate): KnownColumns {
  if (!states)
    return {
      headings: [t('file.missing'), t('file.estimated')],
      cellsOf: ({ missingHours, estimatedHours }) => [missingHours, estimatedHours],
    }
  const names = states.flatMap(({ state, count }) => new Array<string>(count).fill(t(`states.${state}`)))
  return { headings: [t('file.state')], cellsOf: (_, index) => [names[index]!] }
}

function headings(t: Translate): string[] {
  return [
    t('file.from'),
    t('file.period'),
    ...columns.map((name) => `${t(`magnitudes.${magnitudeOf[name]}`)} (${unitOf[name]})`),
  ]
}

// Where decimals are written with a comma, spreadsheets expect semicolons between cells.
function* csvLines(curve: CurveResult, t: Translate, locale: Locale): Generator<string> {
  const known = knownColumnsOf(curve, t)
  const usesComma = locale !== 'en'
  const separator = usesComma ? ';' : ','
  const decimal = (value: number | null) =>
    value === null ? '' : usesComma ? formatSignedKwh(value).replace('.', ',') : formatSignedKwh(value)
  const text = (cell: string | number) => (usesComma ? String(cell).replace('.', ',') : String(cell))
  yield `${byteOrderMark}${[...headings(t), ...known.headings].join(separator)}\r\n`
  for (const [index, entry] of curve.entries.entries()) {
    const energies = columns.map((name) => decimal(entry[name]))
    const cells = [entry.startsAt, periodText(entry), ...energies, ...known.cellsOf(entry, index).map(text)]
    yield `${cells.join(separator)}\r\n`
  }
}

const sheetColumns = [18, 10, 22, 22, 22]
const offsetColumn = 18
const knownColumn = 16

function sheetOptionsOf(type: ChartType) {
  const widths = [...sheetColumns, ...(hasClockTimes(type) ? [offsetColumn, knownColumn] : [knownColumn, knownColumn])]
  return { columns: widths.map((width) => ({ width })), stickyRowsCount: 1 }
}

const dateFormats = {
  monthly: 'mm/yyyy',
  daily: 'dd/mm/yyyy',
  hourly: 'dd/mm/yyyy hh:mm',
  'quarter-hourly': 'dd/mm/yyyy hh:mm',
} as const satisfies Record<ChartType, string>

function sheetOf(curve: CurveResult, { type, t }: Pick<CurveFileRequest, 'type' | 't'>): SheetData {
  const known = knownColumnsOf(curve, t)
  const offset = hasClockTimes(type) ? [t('file.offset')] : []
  const head = [...headings(t), ...offset, ...known.headings].map((value) => ({
    value,
    fontWeight: 'bold' as const,
    wrap: true,
  }))
  const rows = curve.entries.map((entry, index) => [
    { value: toWallClockDate(entry.startsAt), type: Date, format: dateFormats[type] },
    { value: periodText(entry), type: String },
    ...columns.map((name) => {
      const value = entry[name]
      return value === null ? null : { value: value / 1000, type: Number, format: '0.000' }
    }),
    ...(hasClockTimes(type) ? [{ value: entry.startsAt.slice(-'+01:00'.length), type: String }] : []),
    ...known.cellsOf(entry, index).map((value) => ({ value, type: typeof value === 'number' ? Number : String })),
  ])
  return [head, ...rows]
}

/** Returns the local time as spreadsheets store it: without an offset, which has its own column. */
function toWallClockDate(startsAt: string): Date {
  return new Date(`${startsAt.slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`)
}

function periodText({ period }: CurveEntry): string {
  return period ? wirePeriods[period - 1]! : ''
}

function formatSignedKwh(wh: number): string {
  return wh < 0 ? `-${kwhFromWh(-wh)}` : kwhFromWh(wh)
}
