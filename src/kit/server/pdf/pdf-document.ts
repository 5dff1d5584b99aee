import { createRequire } from 'node:module'
import { buffer } from 'node:stream/consumers'
import type PDFDocument from 'pdfkit'
import { reuseFonts } from './embedded-fonts.ts'
import { getFonts } from './fonts.ts'
import { contentWidth, type DocumentBrand, pageLayout, textStyles } from './page-layout.ts'
import { beginSharedLayouts } from './shared-layouts.ts'
import { drawArtifact } from './tags.ts'
import { drawTextLine, fitStyle } from './text-layout.ts'

const require = createRequire(import.meta.url)

/**
 * A document being written from top to bottom on A4, tagged so that it can be read aloud (PDF/UA). `y` is the position
 * of the next element, in points from the top of the page.
 */
export type PdfDocument = {
  readonly doc: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
  readonly brand: DocumentBrand
  readonly title: string
  readonly footer: string
  readonly labelPage: (number: number, count: number) => string
  y: number
}

export type PdfDocumentOptions = {
  /** A BCP 47 tag, e.g. `ca`. */
  language: string
  title: string
  subject: string
  brand: DocumentBrand
  /** The date stored in the file, so that drawing the same document again gives the same bytes. */
  createdAt: Date
  /** Shown at the foot of every page and not read aloud. */
  footer: string
  /** Formats "Page 1 of 3" in the language of the document. */
  labelPage: (number: number, count: number) => string
}

/** Creates a document with its first page open. */
export function openPdfDocument({
  language,
  title,
  subject,
  brand,
  createdAt,
  footer,
  labelPage,
}: PdfDocumentOptions): PdfDocument {
  beginSharedLayouts()
  // Required lazily, because only a server that draws documents should spend its memory.
  const Document = require('pdfkit') as typeof PDFDocument
  const doc = new Document({
    pdfVersion: '1.7',
    // @ts-expect-error The published types know only the archive profiles.
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: language,
    info: {
      Title: escapeMetadata(title),
      Subject: escapeMetadata(subject),
      Author: escapeMetadata(brand.name),
      CreationDate: createdAt,
    },
    size: [pageLayout.width, pageLayout.height],
    margins: pageLayout,
    font: '',
    autoFirstPage: false,
    bufferPages: true,
  })
  for (const [name, font] of Object.entries(getFonts())) doc.registerFont(name, font)

  doc.addPage()
  const root = doc.struct('Document')
  doc.addStructure(root)
  return { doc, root, brand, title, footer, labelPage, y: pageLayout.top }
}

/** Finishes the document: adds page numbers, headers and footers to every page and returns the file. */
export function closePdfDocument(pdf: PdfDocument): Promise<Buffer> {
  const { doc, root } = pdf
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    if (index > 0) drawRunningHead(pdf)
    drawFoot(pdf, pdf.labelPage(index + 1, count))
  }
  root.end()
  reuseFonts(doc as object)
  const file = buffer(doc)
  doc.end()
  return file
}

/** Starts the next page unless `heightPoints` are left on this one. Returns true when it did. */
export function ensureSpace(pdf: PdfDocument, heightPoints: number): boolean {
  if (pdf.y + heightPoints <= pageLayout.height - pageLayout.bottom) return false
  pdf.doc.addPage()
  pdf.y = pageLayout.top
  return true
}

/** Leaves `heightPoints` of vertical space. */
export function addSpace(pdf: PdfDocument, heightPoints: number) {
  pdf.y += heightPoints
}

function drawRunningHead(pdf: PdfDocument) {
  drawArtifact(pdf, 'Pagination', () => {
    drawPair(pdf, pdf.brand.name, pdf.title, 40)
  })
}

function drawFoot(pdf: PdfDocument, label: string) {
  const y = pageLayout.height - 44
  drawArtifact(pdf, 'Pagination', () => {
    drawPair(pdf, pdf.footer, label, y)
  })
}

/** Draws two texts at both ends of a line, each with its share of it. */
function drawPair(pdf: PdfDocument, left: string, right: string, y: number) {
  const { note } = textStyles
  const leftStyle = fitStyle(pdf, left, note, contentWidth * 0.48)
  const rightStyle = fitStyle(pdf, right, note, contentWidth * 0.48)
  drawTextLine(pdf, left, { x: pageLayout.left, y, style: leftStyle })
  drawTextLine(pdf, right, { x: pageLayout.width - pageLayout.right, y, style: rightStyle, align: 'right' })
}

/** Escapes a text for the metadata, where pdfkit does not escape the reserved characters of XML. */
function escapeMetadata(text: string): string {
  return text.replaceAll('&', '＆').replaceAll('<', '‹').replaceAll('>', '›')
}
