import { parseCsvLine } from '#kit/server/parse-csv-line.ts'
import type { CurveSource } from '../../../curve.ts'
import { type CsvColumns, type EnergyColumn, recogniseCsvFile } from './csv-file.ts'
import type { EnergyUnit } from './field-parsers.ts'
import type { CurveFormat } from './format.ts'

/**
 * A CSV by the names of its columns, as `normalizeColumnName` returns them. If several match, the first in the file is
 * used.
 */
type CsvHeader = {
  source: CurveSource
  /** The day, or day and end of the interval together if there is no column for the hour. */
  date: readonly string[]
  hour: readonly string[]
  import: EnergyNames
  export: EnergyNames
  reactive: EnergyNames
  /** Whether the value is real or estimated. */
  origin: readonly string[]
}

type EnergyNames = Readonly<Record<string, EnergyUnit>>

/** Portals write up to six lines about the contract before the header. */
const MAX_LINES_BEFORE_HEADER = 20
const DELIMITERS = [';', ',', '\t']

/**
 * Creates a format recognised by a header with date, hour and import; the other columns may be absent and in any order.
 */
export function createHeaderCsvFormat(header: CsvHeader): CurveFormat {
  return {
    recognise({ lines }) {
      for (const [index, line] of lines.slice(0, MAX_LINES_BEFORE_HEADER + 1).entries()) {
        const delimiter = DELIMITERS.find((candidate) => findColumns(parseCsvLine(line, candidate) ?? [], header))
        if (!delimiter) continue
        return recogniseCsvFile({
          source: header.source,
          delimiter,
          columns: findColumns(parseCsvLine(line, delimiter) ?? [], header)!,
          headerLines: index + 1,
          cups: findCups(lines.slice(0, index)),
          sample: lines.slice(index + 1),
        })
      }
      return null
    },
  }
}

/**
 * Normalises a column name for comparison: `Método obtención` becomes `metodoobtencion`, `EHCR (kWh)` becomes
 * `ehcrkwh`.
 */
export function normalizeColumnName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function findColumns(fields: string[], header: CsvHeader): CsvColumns | null {
  const names = fields.map(normalizeColumnName)
  const columns = {
    count: names.length,
    cups: names.indexOf('cups'),
    date: names.findIndex((name) => header.date.includes(name)),
    hour: names.findIndex((name) => header.hour.includes(name)),
    import: findEnergyColumn(names, header.import),
    export: findEnergyColumn(names, header.export),
    reactive: findEnergyColumn(names, header.reactive),
    origin: names.findIndex((name) => header.origin.includes(name)),
  }
  const hasHour = columns.hour >= 0 || header.hour.length === 0
  return columns.date >= 0 && hasHour && columns.import.at >= 0 ? columns : null
}

function findEnergyColumn(names: string[], unitByName: EnergyNames): EnergyColumn {
  const at = names.findIndex((name) => Object.hasOwn(unitByName, name))
  return { at, unit: unitByName[names[at] ?? ''] ?? 'Wh' }
}

function findCups(lines: readonly string[]): string {
  return /\bES\d{16}[A-Z]{2}(\d[A-Z])?\b/.exec(lines.join('\n'))?.[0] ?? ''
}
