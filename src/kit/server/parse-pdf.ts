/** An object of a PDF: its dictionary or value as text, one character per byte, and its stream if it has one. */
export type ObjectBytes = { number: number; head: string; stream: Buffer }

/** The objects of a PDF by number, and those from which the others can be reached. */
export type ParsedPdf = {
  /** One more than the highest number. */
  size: number
  pages: number
  structure: number
  /** The dictionary of the trailer, and the offset of the previous cross-reference table. */
  trailer: string
  tableOffset: number
  object(number: number): ObjectBytes
  text(number: number): string
}

/** Parses a tagged PDF as pdfkit writes it, including documents appended to it. Throws for any other PDF. */
export function parsePdf(pdf: Buffer): ParsedPdf {
  const tableOffset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(textOf(pdf.subarray(-64)))?.[1])
  const tables = readTables(pdf, tableOffset)
  const { trailer } = tables[0]!
  // The newest table comes first, and its version of an object replaces earlier ones.
  const offsets = new Map(tables.toReversed().flatMap(({ rows }) => rows))
  const ends = endsOf(tables)

  function object(number: number): ObjectBytes {
    const offset = offsets.get(number)!
    const bytes = pdf.subarray(offset, ends.get(offset))
    const text = textOf(bytes)
    const begin = text.indexOf('obj\n') + 'obj\n'.length
    const end = text.lastIndexOf('\nendobj')
    // Line breaks within strings are escaped, so this match is before the stream itself.
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

/** Returns the numbers of the objects that a list in a dictionary refers to. */
export function listReferences(dictionary: string, key: string): number[] {
  const list = new RegExp(`/${key} \\[([^\\]]*)\\]`).exec(dictionary)?.[1] ?? ''
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number))
}

/** Returns bytes as text, one character per byte. */
function textOf(bytes: Buffer): string {
  return bytes.toString('latin1')
}

function referenceIn(dictionary: string, key: string): number {
  const match = new RegExp(`/${key} (\\d+) 0 R`).exec(dictionary)?.[1]
  if (!match) throw new Error(`The PDF has no ${key}.`)
  return Number(match)
}

/** A cross-reference table: the offset of each object by its number, with the trailer that follows. */
type Table = { offset: number; rows: [number, number][]; trailer: string }

/** Returns the table at an offset and those before it, the newest first (ISO 32000-1, 7.5.4 to 7.5.6). */
function readTables(pdf: Buffer, newest: number): Table[] {
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
  throw new Error('The cross-reference tables of the PDF form a cycle.')
}

/** Returns the objects in use. A section gives the number of its first object and how many follow it, one row each. */
function rowsOf(sections: string): [number, number][] {
  return [...sections.matchAll(/(\d+) \d+\s*\n((?:\d{10} \d{5} [nf]\s*)+)/g)].flatMap(([, first, rows]) =>
    [...rows!.matchAll(/(\d{10}) \d{5} ([nf])/g)].flatMap(([, offset, use], index): [number, number][] =>
      use === 'n' ? [[Number(first) + index, Number(offset)]] : [],
    ),
  )
}

/** Returns where each object ends: where the next object or a table begins. */
function endsOf(tables: readonly Table[]): Map<number, number> {
  const begins = tables.flatMap(({ offset, rows }) => [offset, ...rows.map(([, each]) => each)])
  const inOrder = [...new Set(begins)].sort((a, b) => a - b)
  return new Map(inOrder.slice(0, -1).map((offset, index) => [offset, inOrder[index + 1]!]))
}
