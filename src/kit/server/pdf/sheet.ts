import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type PDFDocument from 'pdfkit'
import { fonts } from './fonts.ts'
import { type PaperBrand, page, voices } from './paper.ts'
import { artifact } from './tags.ts'
import { setLine } from './type.ts'

const require = createRequire(import.meta.url)

/**
 * A document being written from top to bottom on A4, tagged so that it can be read aloud (PDF/UA). `y` is where the next
 * thing goes, in points from the top of the page.
 */
export type Sheet = {
  readonly doc: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
  readonly brand: PaperBrand
  readonly title: string
  readonly footer: string
  readonly labelPage: (number: number, count: number) => string
  y: number
}

export type SheetOptions = {
  /** BCP 47, e.g. `ca`. */
  language: string
  title: string
  subject: string
  brand: PaperBrand
  /** The date that the file carries, so that drawing the same thing again gives the same bytes. */
  createdAt: Date
  /** Stands at the foot of every page, and is not read aloud. */
  footer: string
  /** "Page 1 of 3", in the language of the document. */
  labelPage: (number: number, count: number) => string
}

/** A new document with its first page open. */
export function openSheet({ language, title, subject, brand, createdAt, footer, labelPage }: SheetOptions): Sheet {
  // Required here because it takes memory that only a server that draws documents should give.
  const Document = require('pdfkit') as typeof PDFDocument
  const doc = new Document({
    pdfVersion: '1.7',
    // @ts-expect-error The published types know only the archive profiles.
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: { Title: plain(title), Subject: plain(subject), Author: plain(brand.name), CreationDate: createdAt },
    size: [page.width, page.height],
    margins: page,
    font: '',
    autoFirstPage: false,
    bufferPages: true,
  })
  for (const [name, font] of Object.entries(fonts())) doc.registerFont(name, font)

  doc.addPage()
  const root = doc.struct('Document')
  doc.addStructure(root)
  return { doc, root, brand, title, footer, labelPage, y: page.top }
}

/** Ends the document: page numbers, heads and feet go on every page, and the file comes out. */
export function closeSheet(sheet: Sheet): Promise<Buffer> {
  const { doc, root } = sheet
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    if (index > 0) drawRunningHead(sheet)
    drawFoot(sheet, sheet.labelPage(index + 1, count))
  }
  root.end()
  const file = buffer(doc)
  doc.end()
  return file
}

/** Goes to the next page unless so many points are left on this one. True when it did. */
export function makeRoom(sheet: Sheet, heightPoints: number): boolean {
  if (sheet.y + heightPoints <= page.height - page.bottom) return false
  sheet.doc.addPage()
  sheet.y = page.top
  return true
}

/** Leaves so many points free. */
export function skip(sheet: Sheet, heightPoints: number) {
  sheet.y += heightPoints
}

function drawRunningHead(sheet: Sheet) {
  artifact(sheet, 'Pagination', () => {
    setLine(sheet, sheet.brand.name, { x: page.left, y: 40, voice: voices.note })
    setLine(sheet, sheet.title, { x: page.width - page.right, y: 40, voice: voices.note, align: 'right' })
  })
}

function drawFoot(sheet: Sheet, label: string) {
  const y = page.height - 44
  artifact(sheet, 'Pagination', () => {
    setLine(sheet, sheet.footer, { x: page.left, y, voice: voices.note })
    setLine(sheet, label, { x: page.width - page.right, y, voice: voices.note, align: 'right' })
  })
}

/** The text as pdfkit can copy it into the metadata, where it does not escape what XML reserves. */
function plain(text: string): string {
  return text.replaceAll('&', '＆').replaceAll('<', '‹').replaceAll('>', '›')
}
