import { afterEach, expect, test, vi } from 'vitest'
import { deriveDocumentBrand } from './brand.ts'
import { drawDescriptionList } from './description-list.ts'
import { getFonts } from './fonts.ts'
import { drawParagraph } from './headings-and-paragraphs.ts'
import { closePdfDocument, openPdfDocument } from './pdf-document.ts'
import { readPdfText } from './pdf-testing.ts'

afterEach(() => vi.restoreAllMocks())

/** A letter to a holder about an amount. */
function drawLetter(holder: string, amount: string): Promise<Buffer> {
  const pdf = openPdfDocument({
    ...{
      language: 'es',
      title: 'Aviso',
      subject: 'Aviso',
      footer: 'Demo',
      createdAt: new Date('2026-11-20T09:00:00Z'),
    },
    brand: deriveDocumentBrand({ name: 'Demo', color: '#0b5a43', logo: null }),
    labelPage: (number, count) => `${number} de ${count}`,
  })
  drawDescriptionList(pdf, [{ label: 'Titular', value: holder }], 1)
  drawParagraph(pdf, `Tu próxima factura será de ${amount} €.`)
  return closePdfDocument(pdf)
}

/** Counts how often a font is written anew while something is drawn. */
async function countWrittenFonts(draw: () => Promise<unknown>): Promise<number> {
  const subsets = Object.values(getFonts()).map((font) => Object.getPrototypeOf(font.createSubset()))
  const encode = vi.spyOn(subsets[0], 'encode')
  await draw()
  return encode.mock.calls.length
}

test('letters that differ in names and amounts are written with the same fonts, and each can be read', async () => {
  await drawLetter('Eva García', '12,50')
  const letters: [string, string][] = [
    ['Íñigo Vázquez', '98,07'],
    ['Kiko Llull', '-3,46'],
  ]
  for (const [holder, amount] of letters) {
    let letter: Buffer = Buffer.alloc(0)
    const written = await countWrittenFonts(async () => {
      letter = await drawLetter(holder, amount)
    })
    expect(written).toBe(0)
    const text = await readPdfText(letter)
    expect(text).toContain(holder)
    expect(text).toContain(`será de ${amount} €.`)
  }
})

test('a rare letter is written with a font of its own, and spoils no later document', async () => {
  const before = await drawLetter('Eva García', '12,50')
  expect(await countWrittenFonts(() => drawLetter('Ödön Žižek', '12,50'))).toBe(1)
  expect(await readPdfText(await drawLetter('Ödön Žižek', '12,50'))).toContain('Ödön Žižek')
  expect(await drawLetter('Eva García', '12,50')).toEqual(before)
})

test('after very many documents the same one is drawn as before', async () => {
  const before = await drawLetter('Eva García', '12,50')
  for (let count = 0; count < 110; count++) await drawLetter(`Eva ${count}`, `${count},00`)
  expect(await drawLetter('Eva García', '12,50')).toEqual(before)
})
