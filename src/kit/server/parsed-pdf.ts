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

/** Reads a tagged PDF that was written at once with one plain table of its objects, as pdfkit does. Throws for any other. */
export function parsePdf(pdf: Buffer): ParsedPdf {
  const tableOffset = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(textOf(pdf.subarray(-64)))?.[1])
  const [, rows, trailer] = /^xref\s+0 \d+\n([\s\S]*?)trailer\s+(<<[\s\S]*>>)\s*startxref/.exec(
    textOf(pdf.subarray(tableOffset)),
  ) ?? ['']
  if (!rows || !trailer || trailer.includes('/Prev')) throw new Error('The PDF has no plain table of its objects.')
  const offsets = rows.match(/\d{10}(?= \d{5} [nf])/g)!.map(Number)
  const ends = endsOf(offsets, tableOffset)

  function object(number: number): ObjectBytes {
    const bytes = pdf.subarray(offsets[number]!, ends.get(offsets[number]!))
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
    size: offsets.length,
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

/** Where each object ends: where the next one begins, or the table. */
function endsOf(offsets: readonly number[], tableOffset: number): Map<number, number> {
  const inOrder = [...offsets.slice(1), tableOffset].sort((a, b) => a - b)
  return new Map(inOrder.slice(0, -1).map((offset, index) => [offset, inOrder[index + 1]!]))
}
