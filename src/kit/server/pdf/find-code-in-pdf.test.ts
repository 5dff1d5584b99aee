import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { drawPng } from '../png.ts'
import { drawCodePng, renderQrCode } from '../qr-code.ts'
import { findCodeInPdf } from './find-code-in-pdf.ts'
import { drawPageJpeg, makePdf } from './pdf-testing.ts'

// As long as the address of a bill in the comparator.
const address = `https://bills.example/QR?${'cups=ES0031406083219007ZY0F&'.repeat(22)}`
const other = 'https://shop.example/app'
const isOfBills = (text: string) => text.startsWith('https://bills.example/')

type Draw = (doc: PDFKit.PDFDocument) => void

const showLink =
  (link: string): Draw =>
  (doc) =>
    doc.text('link', { link })

const showCode =
  (text: string, modulePx = 3): Draw =>
  (doc) =>
    doc.image(drawCodePng(text, modulePx).content, { width: 90 })

const showDrawing: Draw = (doc) => doc.path(renderQrCode(address, 'L').path).fill('#000000')

/** A code whose white is transparent, in colour. */
const showTransparentCode: Draw = (doc) => {
  const { size, data } = encode(address, { ecc: 'L', border: 0 })
  const isDark = (x: number, y: number) => data[Math.floor(y * size)]![Math.floor(x * size)]
  doc.image(
    drawPng((x, y) => (isDark(x, y) ? [10, 30, 90, 255] : [0, 0, 0, 0]), size * 3),
    { width: 90 },
  )
}

/** A code as a stencil: a bit for each module, without margin. */
const showStencil: Draw = (doc) => {
  const { size, data } = encode(address, { ecc: 'L', border: 0 })
  const rowBytes = Math.ceil(size / 8)
  const bits = Buffer.alloc(rowBytes * size, 0xff)
  data.forEach((row, y) => {
    row.forEach((isDark, x) => {
      if (isDark) bits[y * rowBytes + (x >> 3)]! &= ~(0x80 >> (x & 7))
    })
  })
  const stencil = doc.ref({ Type: 'XObject', Subtype: 'Image', ImageMask: true, Width: size, Height: size })
  stencil.end(bits)
  doc.page.xobjects.Stencil = stencil
  doc.addContent('q 90 0 0 90 72 600 cm /Stencil Do Q')
}

async function showPhotoOf(draw: Draw): Promise<Draw> {
  const photo = await drawPageJpeg(await makePdf(draw, { size: [150, 150], margin: 20 }))
  return (doc) => doc.image(photo, { width: 150 })
}

const onPage =
  (page: number, draw: Draw): Draw =>
  (doc) => {
    for (let number = 1; number < page; number++) doc.addPage()
    draw(doc)
  }

const inTurn =
  (...draws: Draw[]): Draw =>
  (doc) => {
    for (const draw of draws) draw(doc)
  }

const noise: Draw = (doc) => {
  doc.image(
    drawPng((x, y) => [(x * 7919) % 256, (y * 104_729) % 256, (x * y * 1_299_709) % 256, 255], 200),
    { width: 200 },
  )
}

test.each<[reason: string, pdf: () => Promise<Buffer>]>([
  ['a link', () => makePdf(showLink(address))],
  ['a link after another one', () => makePdf(inTurn(showLink(other), showLink(address)))],
  ['a link on the last page of many', () => makePdf(onPage(9, showLink(address)))],
  ['a picture without loss', () => makePdf(showCode(address))],
  ['a picture with a pixel for each module', () => makePdf(showCode(address, 1))],
  ['a picture with loss', async () => makePdf(await showPhotoOf(showCode(address)))],
  ['a picture in colour with transparent parts', () => makePdf(showTransparentCode)],
  ['a stencil without margin', () => makePdf(showStencil)],
  ['a picture after a logo and another code', () => makePdf(inTurn(noise, showCode(other), showCode(address)))],
  ['a picture on the sixth page', () => makePdf(onPage(6, showCode(address)))],
  ['a picture in a file that forbids copying', () => makePdf(showCode(address), { ownerPassword: 'ours' })],
])('finds %s', async (_, pdf) => {
  expect(await findCodeInPdf(await pdf(), isOfBills)).toBe(address)
})

test.each<[reason: string, pdf: () => Promise<Buffer>]>([
  ['other links and codes', () => makePdf(inTurn(showLink(other), showCode(other)))],
  ['a picture without a code', () => makePdf(noise)],
  ['no pictures', () => makePdf((doc) => doc.text('text'))],
  ['a code of lines, which is not a picture', () => makePdf(showDrawing)],
  ['a code after the pages that are searched', () => makePdf(onPage(7, showCode(address)))],
  ['a picture with too many pixels', () => makePdf(showCode(address, 20))],
  ['a password', () => makePdf(showCode(address), { userPassword: 'secret' })],
  ['an end in the middle', async () => (await makePdf(showCode(address))).subarray(0, 900)],
  ['nothing of a PDF but its name', async () => Buffer.from('%PDF-1.7 and nothing more')],
])('finds nothing in a file with %s', async (_, pdf) => {
  expect(await findCodeInPdf(await pdf(), isOfBills)).toBeNull()
})
