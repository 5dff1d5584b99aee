import { csvFields } from '#kit/server/csv-fields.ts'
import type { CurveSource } from '../../curve.ts'
import { type CsvColumns, csvFile, type EnergyColumn } from './csv-file.ts'
import type { EnergyUnit } from './fields.ts'
import type { CurveFormat } from './format.ts'

/** A CSV by the names of its columns, as `plainName` writes them. Of several, the first in the file counts. */
type CsvHeader = {
  source: CurveSource
  /** The day; or day and end of the interval together where there is no column for the hour. */
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

/** A format recognised by a header with date, hour and import; the other columns may be absent and in any order. */
export function csvWithHeader(header: CsvHeader): CurveFormat {
  return {
    recognise({ lines }) {
      for (const [index, line] of lines.slice(0, MAX_LINES_BEFORE_HEADER + 1).entries()) {
        const delimiter = DELIMITERS.find((candidate) => columnsIn(csvFields(line, candidate) ?? [], header))
        if (!delimiter) continue
        return csvFile({
          source: header.source,
          delimiter,
          columns: columnsIn(csvFields(line, delimiter) ?? [], header)!,
          headerLines: index + 1,
          cups: cupsAmong(lines.slice(0, index)),
          sample: lines.slice(index + 1),
        })
      }
      return null
    },
  }
}

/** A name as columns are compared: `Método obtención` is `metodoobtencion`, `EHCR (kWh)` is `ehcrkwh`. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function columnsIn(fields: string[], header: CsvHeader): CsvColumns | null {
  const names = fields.map(plainName)
  const columns = {
    count: names.length,
    cups: names.indexOf('cups'),
    date: names.findIndex((name) => header.date.includes(name)),
    hour: names.findIndex((name) => header.hour.includes(name)),
    import: energyColumn(names, header.import),
    export: energyColumn(names, header.export),
    reactive: energyColumn(names, header.reactive),
    origin: names.findIndex((name) => header.origin.includes(name)),
  }
  const tellsHour = columns.hour >= 0 || header.hour.length === 0
  return columns.date >= 0 && tellsHour && columns.import.at >= 0 ? columns : null
}

function energyColumn(names: string[], wanted: EnergyNames): EnergyColumn {
  const at = names.findIndex((name) => Object.hasOwn(wanted, name))
  return { at, unit: wanted[names[at] ?? ''] ?? 'Wh' }
}

function cupsAmong(lines: readonly string[]): string {
  return /\bES\d{16}[A-Z]{2}(\d[A-Z])?\b/.exec(lines.join('\n'))?.[0] ?? ''
}
