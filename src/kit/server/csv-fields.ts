import { parse } from 'csv-parse/sync'

/**
 * The fields of a line of a CSV file, without the quotes and the spaces around them; a doubled quote is one. Null where a quote is
 * not closed or something follows a closed one. A record is a line, so that a broken one spoils no other.
 */
export function csvFields(line: string, delimiter: string): string[] | null {
  // Files of tens of millions of lines hold no quotes.
  if (!line.includes('"')) return line.split(delimiter).map((field) => field.trim())
  try {
    const [fields] = parse(line, { delimiter, trim: true, relax_quotes: !/(^|[,;\t])\s*"/.test(line) })
    return fields ?? null
  } catch {
    return null
  }
}
