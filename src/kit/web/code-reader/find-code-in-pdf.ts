import { getDocument, type PDFDocumentProxy, type PDFPageProxy } from 'unpdf/pdfjs'
import { detectCodes } from './detect-codes.ts'
import { type CodeSearchResult, toSearchResult } from './find-code.ts'

// A bill has its code on one of the first pages.
const maxPages = 6
// A PDF measures in 1/72 inch.
const dotsPerInch = 200

/** Does what `findCode` does, for a PDF: first its links, which need no drawing, then its pages as pictures. */
export async function findCodeInPdf(file: Blob, isMatch: (text: string) => boolean): Promise<CodeSearchResult> {
  const loading = getDocument({ data: await file.arrayBuffer(), disableFontFace: true, useWasm: false, verbosity: 0 })
  try {
    const document = await loading.promise.catch(() => null)
    return document ? toSearchResult(await findMatch(await listPages(document), isMatch)) : { problem: 'unreadable' }
  } finally {
    await loading.destroy()
  }
}

async function findMatch(
  pages: readonly PDFPageProxy[],
  isMatch: (text: string) => boolean,
): Promise<string | undefined> {
  for (const listTexts of [listLinks, listDrawnCodes])
    for (const page of pages) {
      const match = (await listTexts(page)).find(isMatch)
      if (match !== undefined) return match
    }
  return undefined
}

function listPages(document: PDFDocumentProxy): Promise<PDFPageProxy[]> {
  const count = Math.min(document.numPages, maxPages)
  return Promise.all(Array.from({ length: count }, (_, index) => document.getPage(index + 1)))
}

async function listLinks(page: PDFPageProxy): Promise<string[]> {
  const annotations: { url?: string }[] = await page.getAnnotations()
  return annotations.flatMap(({ url }) => url ?? [])
}

async function listDrawnCodes(page: PDFPageProxy): Promise<string[]> {
  const viewport = page.getViewport({ scale: dotsPerInch / 72 })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(viewport.width)
  canvas.height = Math.round(viewport.height)
  await page.render({ canvas, viewport }).promise
  return detectCodes(canvas)
}
