/** The fields of a CSV line, without the quotes around them. */
export function splitCsvLine(line: string, delimiter: string): string[] {
  if (!line.includes('"')) return line.split(delimiter).map((field) => field.trim())
  const fields: string[] = []
  let rest = line
  for (;;) {
    const quoted = /^\s*"([^"]*)"\s*/.exec(rest)
    const end = quoted ? quoted[0].length : endOfPlain(rest, delimiter)
    fields.push(quoted ? quoted[1]!.trim() : rest.slice(0, end).trim())
    if (!rest.startsWith(delimiter, end)) return fields
    rest = rest.slice(end + delimiter.length)
  }
}

function endOfPlain(rest: string, delimiter: string): number {
  const at = rest.indexOf(delimiter)
  return at < 0 ? rest.length : at
}
