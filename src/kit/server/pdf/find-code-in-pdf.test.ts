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

const sidePoints = 90

/** Draws in the modules of a code, in a square of the paper. */
const showDrawing =
  (
    draw: (doc: PDFKit.PDFDocument, code: { size: number; path: string; dark: [x: number, y: number][] }) => void,
  ): Draw =>
  (doc) => {
    const { size, path } = renderQrCode(address, 'L')
    const { data } = encode(address, { ecc: 'L', border: 4 })
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x): [number, number][] => (isDark ? [[x, y]] : [])))
    doc
      .save()
      .translate(300, 200)
      .scale(sidePoints / size)
    draw(doc, { size, path, dark })
    doc.restore()
  }

const showRuns = showDrawing((doc, { path }) => doc.path(path).fill('#000000'))

const showModules = showDrawing((doc, { size, dark }) => {
  doc.rect(0, 0, size, size).fill('#ffffff')
  for (const [x, y] of dark) doc.rect(x, y, 1, 1).fill('#0a1e5a')
})

const showRoundModules = showDrawing((doc, { dark }) => {
  for (const [x, y] of dark) doc.circle(x + 0.5, y + 0.5, 0.55)
  doc.fill([0, 0, 0, 100])
})

const showLines = showDrawing((doc, { dark }) => {
  for (const [x, y] of dark) doc.moveTo(x, y + 0.5).lineTo(x + 1, y + 0.5)
  doc.lineWidth(1).stroke('#000000')
})

/** A dark ground with light modules over it. */
const showLightModules = showDrawing((doc, { size, dark }) => {
  const isDark = new Set(dark.map(String))
  doc.rect(4, 4, size - 8, size - 8).fill('#000000')
  for (let y = 4; y < size - 4; y++)
    for (let x = 4; x < size - 4; x++) if (!isDark.has(String([x, y]))) doc.rect(x, y, 1, 1).fill('#ffffff')
})

const showTurned: Draw = (doc) => {
  doc.save().rotate(90, { origin: [300, 300] })
  showRuns(doc)
  doc.restore()
}

/** What surrounds a code on a bill: a frame around it, rules of a table, bars of a chart and text. */
const showAmongDrawings: Draw = (doc) => {
  doc.rect(298, 198, sidePoints + 4, sidePoints + 4).stroke('#000000')
  for (let row = 0; row < 60; row++)
    doc
      .moveTo(40, 320 + row * 5)
      .lineTo(560, 320 + row * 5)
      .stroke('#000000')
  for (let bar = 0; bar < 40; bar++) doc.rect(40 + bar * 6, 100 + bar, 5, 90 - bar).fill('#000000')
  doc.text('Compare', 300, 180)
  showRuns(doc)
}

/** A drawing that a page shows by its name, placed and scaled by it. */
const showForm: Draw = (doc) => {
  const { size, path } = renderQrCode(address, 'L')
  const runs = [...path.matchAll(/M(\d+) (\d+)h(\d+)/g)].map(([, x, y, width]) => `${x} ${y} ${width} 1 re`)
  const form = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, 0, size, size], Matrix: [0.5, 0, 0, 0.5, 0, 0] })
  form.end(Buffer.from(`0 g ${runs.join(' ')} f`))
  doc.page.xobjects.Code = form
  doc.addContent('q 2 0 0 2 72 600 cm /Code Do Q')
}

/** As many shapes as a code has, and none of its order. */
const showMosaic: Draw = (doc) => {
  for (let y = 0; y < 60; y++)
    for (let x = 0; x < 60; x++) if ((x * 7919 + y * 104_729) % 3 === 0) doc.rect(60 + x, 60 + y, 1, 1)
  doc.fill('#000000')
}

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
  ['a drawing of one path', () => makePdf(showRuns)],
  ['a drawing of a square for each module', () => makePdf(showModules)],
  ['a drawing of round modules', () => makePdf(showRoundModules)],
  ['a drawing of strokes', () => makePdf(showLines)],
  ['a drawing of light modules on a dark ground', () => makePdf(showLightModules)],
  ['a drawing that is turned', () => makePdf(showTurned)],
  ['a drawing in a frame, beside tables and charts', () => makePdf(showAmongDrawings)],
  ['a drawing that a page shows by its name', () => makePdf(showForm)],
  ['a drawing after a picture of another code', () => makePdf(inTurn(showCode(other), showRuns))],
  ['a drawing on the sixth page', () => makePdf(onPage(6, showRuns))],
])('finds %s', async (_, pdf) => {
  expect(await findCodeInPdf(await pdf(), isOfBills)).toBe(address)
})

test.each<[reason: string, pdf: () => Promise<Buffer>]>([
  ['other links and codes', () => makePdf(inTurn(showLink(other), showCode(other)))],
  ['a picture without a code', () => makePdf(noise)],
  ['no pictures', () => makePdf((doc) => doc.text('text'))],
  ['a drawing of as many shapes as a code has', () => makePdf(showMosaic)],
  ['a drawing after the pages that are searched', () => makePdf(onPage(7, showRuns))],
  ['a code after the pages that are searched', () => makePdf(onPage(7, showCode(address)))],
  ['a picture with too many pixels', () => makePdf(showCode(address, 20))],
  ['a password', () => makePdf(showCode(address), { userPassword: 'secret' })],
  ['an end in the middle', async () => (await makePdf(showCode(address))).subarray(0, 900)],
  ['nothing of a PDF but its name', async () => Buffer.from('%PDF-1.7 and nothing more')],
])('finds nothing in a file with %s', async (_, pdf) => {
  expect(await findCodeInPdf(await pdf(), isOfBills)).toBeNull()
})
