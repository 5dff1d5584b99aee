import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { readLinks } from './read-links.ts'

function draw(links: readonly string[]): Promise<Buffer> {
  const doc = new PDFDocument({ compress: true })
  for (const link of links) doc.text('link', { link })
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.end()
  })
}

test.each<[reason: string, pdf: () => Promise<Buffer>, links: string[]]>([
  [
    'two links',
    () => draw(['https://one.example/?a=1&b=2', 'https://two.example/']),
    ['https://one.example/?a=1&b=2', 'https://two.example/'],
  ],
  ['a PDF without links', () => draw([]), []],
  ['a file that is no PDF', async () => Buffer.from('%PDF-1.7 and nothing more'), []],
])('reads the links of %s', async (_, pdf, links) => {
  expect(await readLinks(await pdf())).toEqual(links)
})
