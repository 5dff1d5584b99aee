import { listedNumbers, type ObjectBytes, type ParsedPdf, parsePdf } from './parsed-pdf.ts'

/**
 * A tagged PDF followed by the pages of another, tags included, both as the PDF kit draws them; the first may be such a
 * whole itself. It stays byte for byte at the beginning of the file and the rest is an incremental update (ISO 32000-1, 7.5.6), so that whoever has read
 * the first finds it again in the whole. Throws for a PDF that is written in another way.
 */
export function appendPdf(pdf: Buffer, added: Buffer): Buffer {
  const first = parsePdf(pdf)
  const second = parsePdf(added)
  const renumbered = copiesOf(second, {
    from: first.size,
    instead: new Map([
      [second.pages, first.pages],
      [second.structure, first.structure],
    ]),
  })
  const { numberOf, objects } = renumbered
  const firstKey = nextKeyOf(first)
  const pages = listedNumbers(second.text(second.pages), 'Kids')
  for (const page of pages) {
    const object = objects.find(({ number }) => number === numberOf(page))!
    object.head = object.head.replace(/\/StructParents (\d+)/, (_, key) => `/StructParents ${firstKey + Number(key)}`)
  }
  const size = Math.max(...objects.map(({ number }) => number)) + 1
  const changed: ObjectBytes[] = [
    { number: first.pages, head: withPages(first, pages.map(numberOf)), stream: empty },
    { number: first.structure, head: withTags({ first, second, numberOf, firstKey }), stream: empty },
  ]
  return Buffer.concat([pdf, ...update({ pdf, first, objects: [...objects, ...changed], size })])
}

const empty = Buffer.alloc(0)
const reference = (number: number) => `${number} 0 R`

type Renumbered = { numberOf: (number: number) => number; objects: ObjectBytes[] }

/** What is reached from the pages and the tags of a PDF, with numbers of its own; what stands instead is not copied. */
function copiesOf(
  pdf: ParsedPdf,
  { from, instead }: { from: number; instead: ReadonlyMap<number, number> },
): Renumbered {
  const numbers = new Map(instead)
  const objects: ObjectBytes[] = []
  let next = from
  const waiting: number[] = []

  function numberOf(number: number): number {
    const known = numbers.get(number)
    if (known !== undefined) return known
    numbers.set(number, next)
    waiting.push(number)
    return next++
  }

  for (const number of listedNumbers(pdf.text(pdf.pages), 'Kids')) numberOf(number)
  for (const number of listedNumbers(pdf.text(pdf.structure), 'K')) numberOf(number)
  for (let number = waiting.shift(); number !== undefined; number = waiting.shift()) {
    const { head, stream } = pdf.object(number)
    objects.push({ number: numbers.get(number)!, head: withReferences(head, numberOf), stream })
  }
  return { numberOf, objects }
}

/** The text of an object with its references changed; what stands in strings is left as it is. */
function withReferences(text: string, numberOf: (number: number) => number): string {
  return text.replace(/\((?:\\[\s\S]|[^\\()])*\)|<[\dA-Fa-f\s]*>|(\d+) 0 R\b/g, (found, number?: string) =>
    number === undefined ? found : reference(numberOf(Number(number))),
  )
}

function withPages(first: ParsedPdf, added: readonly number[]): string {
  const kids = [...listedNumbers(first.text(first.pages), 'Kids'), ...added]
  return first
    .text(first.pages)
    .replace(/\/Count \d+/, `/Count ${kids.length}`)
    .replace(/\/Kids \[[^\]]*\]/, `/Kids [${kids.map(reference).join(' ')}]`)
}

/** The root of the tags with those of both: what is read first, and which tags each page has. */
function withTags({
  first,
  second,
  numberOf,
  firstKey,
}: {
  first: ParsedPdf
  second: ParsedPdf
  numberOf: (number: number) => number
  firstKey: number
}): string {
  const [before, after] = [first.text(first.structure), second.text(second.structure)]
  const children = [...listedNumbers(before, 'K'), ...listedNumbers(after, 'K').map(numberOf)]
  const entries = [
    ...parentEntries(before),
    ...parentEntries(after).map(({ key, tags }) => ({ key: key + firstKey, tags: withReferences(tags, numberOf) })),
  ]
  const numbers = entries.map(({ key, tags }) => `${key} [${tags}]`).join('\n')
  return [
    '<<\n/Type /StructTreeRoot',
    `/ParentTree <<\n/Nums [\n${numbers}\n]\n>>`,
    `/ParentTreeNextKey ${firstKey + nextKeyOf(second)}`,
    `/K [${children.map(reference).join(' ')}]\n>>`,
  ].join('\n')
}

function parentEntries(root: string): { key: number; tags: string }[] {
  const tree = /\/Nums \[([\s\S]*?)\]\s*>>/.exec(root)?.[1] ?? ''
  return [...tree.matchAll(/(\d+) \[([^\]]*)\]/g)].map(([, key, tags]) => ({ key: Number(key), tags: tags! }))
}

function nextKeyOf(pdf: ParsedPdf): number {
  return Number(/\/ParentTreeNextKey (\d+)/.exec(pdf.text(pdf.structure))?.[1] ?? 0)
}

/** New and changed objects with their own table and trailer, as they stand after the file. */
function update({
  pdf,
  first,
  objects,
  size,
}: {
  pdf: Buffer
  first: ParsedPdf
  objects: readonly ObjectBytes[]
  size: number
}): Buffer[] {
  let offset = pdf.length + 1
  const parts = [Buffer.from('\n')]
  const rows: string[] = ['0 1\n0000000000 65535 f \n']
  for (const { number, head, stream } of objects) {
    const bytes = Buffer.concat([Buffer.from(`${number} 0 obj\n${head}`, 'latin1'), stream, Buffer.from('\nendobj\n')])
    rows.push(`${number} 1\n${String(offset).padStart(10, '0')} 00000 n \n`)
    parts.push(bytes)
    offset += bytes.length
  }
  const trailer = first.trailer
    .replace(/\s*\/Prev \d+/, '')
    .replace(/\/Size \d+/, `/Size ${size}\n/Prev ${first.tableOffset}`)
  parts.push(Buffer.from(`xref\n${rows.join('')}trailer\n${trailer}\nstartxref\n${offset}\n%%EOF\n`, 'latin1'))
  return parts
}
