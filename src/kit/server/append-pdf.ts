import { listReferences, type ObjectBytes, type ParsedPdf, parsePdf } from './parse-pdf.ts'

/**
 * Appends the pages of a tagged PDF to another, tags included. Both must be as the PDF kit draws them; the first may
 * itself be the result of an earlier call. The first stays byte for byte at the beginning of the file and the rest is
 * an incremental update (ISO 32000-1, 7.5.6), so that a reader of the first document finds it unchanged in the result.
 * Throws for a PDF that is written in another way.
 */
export function appendPdf(pdf: Buffer, added: Buffer): Buffer {
  const first = parsePdf(pdf)
  const second = parsePdf(added)
  const copied = copyObjects(second, {
    firstNumber: first.size,
    replacements: new Map([
      [second.pages, first.pages],
      [second.structure, first.structure],
    ]),
  })
  const { numberOf, objects } = copied
  const firstKey = nextKeyOf(first)
  const pages = listReferences(second.text(second.pages), 'Kids')
  for (const page of pages) {
    const object = objects.find(({ number }) => number === numberOf(page))!
    object.head = object.head.replace(/\/StructParents (\d+)/, (_, key) => `/StructParents ${firstKey + Number(key)}`)
  }
  const size = Math.max(...objects.map(({ number }) => number)) + 1
  const changed: ObjectBytes[] = [
    { number: first.pages, head: addPages(first, pages.map(numberOf)), stream: empty },
    { number: first.structure, head: mergeTags({ first, second, numberOf, firstKey }), stream: empty },
  ]
  return Buffer.concat([pdf, ...writeUpdate({ pdf, first, objects: [...objects, ...changed], size })])
}

const empty = Buffer.alloc(0)
const reference = (number: number) => `${number} 0 R`

type CopiedObjects = { numberOf: (number: number) => number; objects: ObjectBytes[] }

/**
 * Copies the objects that can be reached from the pages and tags of a PDF, with new numbers. Objects with a replacement
 * are not copied.
 */
function copyObjects(
  pdf: ParsedPdf,
  { firstNumber, replacements }: { firstNumber: number; replacements: ReadonlyMap<number, number> },
): CopiedObjects {
  const numbers = new Map(replacements)
  const objects: ObjectBytes[] = []
  let next = firstNumber
  const queue: number[] = []

  function numberOf(number: number): number {
    const existing = numbers.get(number)
    if (existing !== undefined) return existing
    numbers.set(number, next)
    queue.push(number)
    return next++
  }

  for (const number of listReferences(pdf.text(pdf.pages), 'Kids')) numberOf(number)
  for (const number of listReferences(pdf.text(pdf.structure), 'K')) numberOf(number)
  for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
    const { head, stream } = pdf.object(number)
    objects.push({ number: numbers.get(number)!, head: rewriteReferences(head, numberOf), stream })
  }
  return { numberOf, objects }
}

/** Returns the text of an object with its references renumbered. The content of strings is left unchanged. */
function rewriteReferences(text: string, numberOf: (number: number) => number): string {
  return text.replace(/\((?:\\[\s\S]|[^\\()])*\)|<[\dA-Fa-f\s]*>|(\d+) 0 R\b/g, (match, number?: string) =>
    number === undefined ? match : reference(numberOf(Number(number))),
  )
}

function addPages(first: ParsedPdf, added: readonly number[]): string {
  const kids = [...listReferences(first.text(first.pages), 'Kids'), ...added]
  return first
    .text(first.pages)
    .replace(/\/Count \d+/, `/Count ${kids.length}`)
    .replace(/\/Kids \[[^\]]*\]/, `/Kids [${kids.map(reference).join(' ')}]`)
}

/** Returns the structure tree root with the tags of both: the reading order, and the tags of each page. */
function mergeTags({
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
  const children = [...listReferences(before, 'K'), ...listReferences(after, 'K').map(numberOf)]
  const entries = [
    ...parentEntries(before),
    ...parentEntries(after).map(({ key, tags }) => ({ key: key + firstKey, tags: rewriteReferences(tags, numberOf) })),
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

/** Returns new and changed objects with their own cross-reference table and trailer, to be appended to the file. */
function writeUpdate({
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
