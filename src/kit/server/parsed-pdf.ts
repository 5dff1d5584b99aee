/** An object of a PDF: its dictionary or value as text, a letter per byte, and its stream where it has one. */
export type ObjectBytes = { number: number; head: string; stream: Buffer }

/** The objects of a PDF by their numbers, and those from which the others are reached. */
export type ParsedPdf = {
  /** One more than the highest number. */
  size: number
  pages: number
  structure: number
  /** The dictionary of the trailer, and where the table before it begins. */
  trailer: string
  tableOffset: number
  object(number: number): ObjectBytes
  text(number: number): string
}

/** Reads a tagged PDF as pdfkit writes it, with the documents that were appended to it. Throws for any other. */
export function parsePdf(pdf: Buffer): ParsedPdf {
  const tableOffset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(textOf(pdf.subarray(-64)))?.[1])
  const tables = tablesFrom(pdf, tableOffset)
  const { trailer } = tables[0]!
  // The newest stands first, and an object that it has is not the one that stood before.
  const offsets = new Map(tables.toReversed().flatMap(({ rows }) => rows))
  const ends = endsOf(tables)

  function object(number: number): ObjectBytes {
    const offset = offsets.get(number)!
    const bytes = pdf.subarray(offset, ends.get(offset))
    const text = textOf(bytes)
    const begin = text.indexOf('obj\n') + 'obj\n'.length
    const end = text.lastIndexOf('\nendobj')
    // Line breaks within strings are escaped, so this one stands before the stream itself.
    const stream = text.indexOf('\nstream\n')
    const headEnd = stream === -1 ? end : stream
    return { number, head: text.slice(begin, headEnd), stream: bytes.subarray(headEnd, end) }
  }

  const text = (number: number) => object(number).head
  const catalog = text(referenceIn(trailer, 'Root'))
  return {
    size: Number(/\/Size (\d+)/.exec(trailer)![1]),
    pages: referenceIn(catalog, 'Pages'),
    structure: referenceIn(catalog, 'StructTreeRoot'),
    trailer,
    tableOffset,
    object,
    text,
  }
}

/** The objects that a list of a dictionary refers to. */
export function listedNumbers(dictionary: string, key: string): number[] {
  const list = new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(dictionary)?.[1] ?? ''
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number))
}

/** Bytes as text, a letter per byte. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1')
}

function referenceIn(dictionary: string, key: string): number {
  const found = new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]
  if (!found) throw new Error(`The PDF has no ${key}.`)
  return Number(found)
}

/** A table of objects: where each begins, by its number, with the trailer that follows. */
type Table = { offset: number; rows: [number, number][]; trailer: string }

/** The table at an offset and those before it, the newest first (ISO 32000-1, 7.5.4 to 7.5.6). */
function tablesFrom(pdf: Buffer, newest: number): Table[] {
  const tables: Table[] = []
  let offset = newest
  while (!tables.some((known) => known.offset === offset)) {
    const [, sections, trailer] = /^xref\s+([\d\snf]*?)trailer\s+(<<[\s\S]*?>>)\s*startxref/.exec(
      textOf(pdf.subarray(offset)),
    ) ?? ['']
    if (!sections || !trailer) throw new Error('The PDF has no plain table of its objects.')
    tables.push({ offset, rows: rowsOf(sections), trailer })
    const before = /\/Prev (\d+)/.exec(trailer)?.[1]
    if (before === undefined) return tables
    offset = Number(before)
  }
  throw new Error('The tables of the PDF lead in a circle.')
}

/** Objects in use: a section tells the number of its first object and how many follow it, a row each. */
function rowsOf(sections: string): [number, number][] {
  return [...sections.matchAll(/(\d+) \d+\s*\n((?:\d{10} \d{5} [nf]\s*)+)/g)].flatMap(([, first, rows]) =>
    [...rows!.matchAll(/(\d{10}) \d{5} ([nf])/g)].flatMap(([, offset, use], place): [number, number][] =>
      use === 'n' ? [[Number(first) + place, Number(offset)]] : [],
    ),
  )
}

/** Where each object ends: where the next one begins, or a table. */
function endsOf(tables: readonly Table[]): Map<number, number> {
  const begins = tables.flatMap(({ offset, rows }) => [offset, ...rows.map(([, each]) => each)])
  const inOrder = [...new Set(begins)].sort((a, b) => a - b)
  return new Map(inOrder.slice(0, -1).map((offset, index) => [offset, inOrder[index + 1]!]))
}
