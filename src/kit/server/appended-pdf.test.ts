import { beforeAll, describe, expect, test } from 'vitest'
import { appendPdf } from './appended-pdf.ts'
import { makeDemoCertificate } from './demo-certificate.ts'
import { brandOnPaper } from './pdf/brand.ts'
import { drawFacts } from './pdf/facts.ts'
import { closeSheet, openSheet, type Sheet } from './pdf/sheet.ts'
import { fontsOf, infoOf, signaturesOf, structureOf, textOf } from './pdf/testing.ts'
import { drawParagraph, drawTitle } from './pdf/text.ts'
import { sealPdf } from './sealed-pdf.ts'

const now = new Date('2026-11-20T09:00:00Z')

describe('a document with another one after it', () => {
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
      drawFacts(sheet, [{ label: 'Qui (a)', value: 'Núria Güell (titular)' }], 2)
      for (let count = 0; count < 60; count++) drawParagraph(sheet, 'Text de les evidències. '.repeat(8))
    })
    whole = appendPdf(document, evidence)
  })

  test('has the pages of both, in their order', async () => {
    const pages = (await textOf(whole)).split('\f').slice(0, -1)
    const alone = [...(await textOf(document)).split('\f').slice(0, -1), ...(await textOf(evidence)).split('\f')]
    expect(pages).toEqual(alone.slice(0, -1))
  })

  test('is still tagged, and read aloud one after the other', async () => {
    expect(await infoOf(whole)).toMatch(/Tagged: +yes/)
    expect(await structureOf(whole)).toBe((await structureOf(document)) + (await structureOf(evidence)))
  })

  test('carries the fonts of both', async () => {
    const fontCount = async (pdf: Buffer) => (await fontsOf(pdf)).split('\n').length - 3
    expect(await fontCount(whole)).toBe((await fontCount(document)) + (await fontCount(evidence)))
  })

  test('begins with the first, byte for byte', () => {
    expect(whole.subarray(0, document.length)).toEqual(document)
  })

  test('is sealed as a whole', async () => {
    const sealed = await sealWithDemo(whole)
    const report = await signaturesOf(sealed)
    expect(report).toContain('Signature Validation: Signature is Valid.')
    expect(report).toContain('Total document signed')
    expect(await structureOf(sealed)).toBe(await structureOf(whole))
    expect(await textOf(sealed)).toBe(await textOf(whole))
  })

  test('takes a third one after both, and is sealed as a whole too', async () => {
    const third = await draw('Una tercera', (sheet) => drawTitle(sheet, 'Una tercera (3 0 R)'))
    const all = appendPdf(whole, third)
    expect(all.subarray(0, whole.length)).toEqual(whole)
    expect(await textOf(all)).toBe((await textOf(whole)) + (await textOf(third)))
    expect(await structureOf(all)).toBe((await structureOf(whole)) + (await structureOf(third)))
    expect(await infoOf(all)).toMatch(/Tagged: +yes/)
    const sealed = await sealWithDemo(all)
    expect(await signaturesOf(sealed)).toContain('Signature Validation: Signature is Valid.')
    expect(await textOf(sealed)).toBe(await textOf(all))
  })

  test('is not made of something that is no such document', () => {
    expect(() => appendPdf(Buffer.from('%PDF-1.7'), evidence)).toThrow('no plain table')
  })
})

async function sealWithDemo(pdf: Buffer): Promise<Buffer> {
  const passphrase = 'llum'
  const names = { commonName: 'Demo', organisation: 'Demo' }
  const p12 = await makeDemoCertificate({ ...names, passphrase, now, years: 10 })
  return sealPdf(pdf, { p12, passphrase, name: 'Demo', reason: 'Firma', location: 'ES', at: now })
}

function draw(title: string, write: (sheet: Sheet) => void): Promise<Buffer> {
  const sheet = openSheet({
    language: 'ca',
    title,
    subject: title,
    brand: brandOnPaper({ name: 'Demo', color: '#0b5a43', logo: null }),
    createdAt: now,
    footer: 'Demo',
    labelPage: (number, count) => `Pàgina ${number} de ${count}`,
  })
  write(sheet)
  return closeSheet(sheet)
}
