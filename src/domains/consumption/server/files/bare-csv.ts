import { csvFile } from './csv-file.ts'
import type { CurveFormat } from './format.ts'

const record =
  /^(?:(?<cups>ES\w+)[;,\t])?(?:\d{2}\/\d{2}\/\d{4}|\d{4}[-/]\d{2}[-/]\d{2})(?<delimiter>[;\t])[\d:]{1,5}\k<delimiter>(?<energy>\d+(?:[.,]\d+)?)\s*$/

/** A table without header: a supply point perhaps, a day, an hour, a consumption, in kWh where it has decimals, else in Wh. */
export const bareCsv: CurveFormat = {
  recognise({ lines }) {
    const records = lines.map((line) => record.exec(line)?.groups).filter((groups) => groups !== undefined)
    const [first] = records
    if (!first) return null
    const offset = first.cups === undefined ? 0 : 1
    const unit = records.some(({ energy }) => /[.,]/.test(energy!)) ? 'kWh' : 'Wh'
    return csvFile({
      source: 'csv',
      delimiter: first.delimiter!,
      columns: {
        count: offset + 3,
        cups: offset - 1,
        date: offset,
        hour: offset + 1,
        import: { at: offset + 2, unit },
        export: { at: -1, unit },
        reactive: { at: -1, unit },
        origin: -1,
      },
      headerLines: 0,
      cups: '',
      sample: lines,
    })
  },
}
