import { beforeAll, describe, expect, test } from 'vitest'
import { appendPdf } from './append-pdf.ts'
import { makeDemoCertificate } from './demo-certificate.ts'
import { deriveDocumentBrand } from './pdf/brand.ts'
import { drawDescriptionList } from './pdf/description-list.ts'
import { drawParagraph, drawTitle } from './pdf/headings-and-paragraphs.ts'
import { closePdfDocument, openPdfDocument, type PdfDocument } from './pdf/pdf-document.ts'
import { readPdfFonts, readPdfInfo, readPdfSignatures, readPdfStructure, readPdfText } from './pdf/pdf-testing.ts'
import { signPdf } from './sign-pdf.ts'

const now = new Date('2026-11-20T09:00:00Z')

describe('a PDF with another one appended', () => {
  let document: Buffer
  let evidence: Buffer
  let whole: Buffer

  beforeAll(async () => {
    document = await draw('Canvi (12 0 R) de titular', (sheet) => {
      drawTitle(sheet, 'Canvi (12 0 R) de titular')
      for (let count = 0; count < 60; count++) drawParagraph(sheet, 'Una línia i una altra. '.repeat(8))
    })
    evidence = await draw('Evidències', (sheet) => {
      drawTitle(sheet, 'Evidències 7 0 R')
      drawDescriptionList(sheet, [{ label: 'Qui (a)', value: 'Núria Güell (titular)' }], 2)
      for (let count = 0; count < 60; count++) drawParagraph(sheet, 'Text de les evidències. '.repeat(8))
    })
    whole = appendPdf(document, evidence)
  })

  test('has the pages of both, in order', async () => {
    const pages = (await readPdfText(whole)).split('\f').slice(0, -1)
    const alone = [
      ...(await readPdfText(document)).split('\f').slice(0, -1),
      ...(await readPdfText(evidence)).split('\f'),
    ]
    expect(pages).toEqual(alone.slice(0, -1))
  })

  test('stays tagged, and is read aloud one document after the other', async () => {
    expect(await readPdfInfo(whole)).toMatch(/Tagged: +yes/)
    expect(await readPdfStructure(whole)).toBe((await readPdfStructure(document)) + (await readPdfStructure(evidence)))
  })

  test('carries the fonts of both', async () => {
    const fontCount = async (pdf: Buffer) => (await readPdfFonts(pdf)).split('\n').length - 3
    expect(await fontCount(whole)).toBe((await fontCount(document)) + (await fontCount(evidence)))
  })

  test('begins with the first document, byte for byte', () => {
    expect(whole.subarray(0, document.length)).toEqual(document)
  })

  test('can be signed as a whole', async () => {
    const sealed = await sealWithDemo(whole)
    const report = await readPdfSignatures(sealed)
    expect(report).toContain('Signature Validation: Signature is Valid.')
    expect(report).toContain('Total document signed')
    expect(await readPdfStructure(sealed)).toBe(await readPdfStructure(whole))
    expect(await readPdfText(sealed)).toBe(await readPdfText(whole))
  })

  test('accepts a third document, and can still be signed as a whole', async () => {
    const third = await draw('Una tercera', (sheet) => drawTitle(sheet, 'Una tercera (3 0 R)'))
    const all = appendPdf(whole, third)
    expect(all.subarray(0, whole.length)).toEqual(whole)
    expect(await readPdfText(all)).toBe((await readPdfText(whole)) + (await readPdfText(third)))
    expect(await readPdfStructure(all)).toBe((await readPdfStructure(whole)) + (await readPdfStructure(third)))
    expect(await readPdfInfo(all)).toMatch(/Tagged: +yes/)
    const sealed = await sealWithDemo(all)
    expect(await readPdfSignatures(sealed)).toContain('Signature Validation: Signature is Valid.')
    expect(await readPdfText(sealed)).toBe(await readPdfText(all))
  })

  test('rejects a file that is not such a PDF', () => {
    expect(() => appendPdf(Buffer.from('%PDF-1.7'), evidence)).toThrow('no plain table')
  })
})

async function sealWithDemo(pdf: Buffer): Promise<Buffer> {
  const passphrase = 'llum'
  const names = { commonName: 'Demo', organisation: 'Demo' }
  const p12 = await makeDemoCertificate({ ...names, passphrase, now, years: 10 })
  return signPdf(pdf, { p12, passphrase, name: 'Demo', reason: 'Firma', location: 'ES', at: now })
}

function draw(title: string, write: (sheet: PdfDocument) => void): Promise<Buffer> {
  const sheet = openPdfDocument({
    language: 'ca',
    title,
    subject: title,
    brand: deriveDocumentBrand({ name: 'Demo', color: '#0b5a43', logo: null }),
    createdAt: now,
    footer: 'Demo',
    labelPage: (number, count) => `Pàgina ${number} de ${count}`,
  })
  write(sheet)
  return closePdfDocument(sheet)
}
