import { recogniseCsvFile } from './csv-file.ts'
import type { CurveFormat } from './format.ts'

const record =
  /^(?:(?<cups>ES\w+)[;,\t])?(?:\d{2}\/\d{2}\/\d{4}|\d{4}[-/]\d{2}[-/]\d{2})(?<delimiter>[;\t])[\d:]{1,5}\k<delimiter>(?<energy>\d+(?:[.,]\d+)?)\s*$/

/**
 * A table without header: optionally a supply point, a day, an hour, and consumption, in kWh if it has decimals,
 * otherwise in Wh.
 */
export const headerlessCsvFormat: CurveFormat = {
  recognise({ lines }) {
    const records = lines.map((line) => record.exec(line)?.groups).filter((groups) => groups !== undefined)
    const [first] = records
    if (!first) return null
    const offset = first.cups === undefined ? 0 : 1
    const unit = records.some(({ energy }) => /[.,]/.test(energy!)) ? 'kWh' : 'Wh'
    return recogniseCsvFile({
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
