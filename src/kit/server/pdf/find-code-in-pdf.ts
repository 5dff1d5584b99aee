import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { getDocumentProxy } from 'unpdf'
import { decodePdfImage } from './decode-pdf-image.ts'
import { listPdfDrawings } from './list-pdf-drawings.ts'
import { listPdfImages, type PdfImage } from './list-pdf-images.ts'

type PdfReader = Awaited<ReturnType<typeof getDocumentProxy>>
type Page = Awaited<ReturnType<PdfReader['getPage']>>

// A bill has its code on one of the first pages.
const maxPages = 6
// Logos and pictograms are pictures too. More of them than this, or of drawings, are a catalogue.
const maxImages = 40
// A whole page at 200 dots per inch. Larger pictures are left out.
const maxImagePixels = 4_000_000

/**
 * Returns the first text that `isMatch` among the links and the QR codes of a PDF of another program, which are pictures or
 * drawn by lines; null if it has none or cannot be read. It decodes pictures for up to seconds, so it belongs in a thread of
 * its own.
 */
export async function findCodeInPdf(pdf: Uint8Array, isMatch: (text: string) => boolean): Promise<string | null> {
  try {
    // The reader takes the bytes over, and its complaints about a file are nobody's.
    const options = { maxImageSize: maxImagePixels, useWasm: false, verbosity: 0 }
    const document = await getDocumentProxy(Uint8Array.from(pdf), options)
    try {
      for await (const text of listTexts(document)) if (isMatch(text)) return text
    } finally {
      await document.loadingTask.destroy()
    }
  } catch {
    // Broken, or locked with a password.
  }
  return null
}

/** Lists the links of all pages, which cost little, before the codes of the first ones. */
async function* listTexts(document: PdfReader): AsyncGenerator<string> {
  for (let number = 1; number <= document.numPages; number++) yield* await listLinks(await document.getPage(number))
  for (const listImages of [listPdfImages, listPdfDrawings]) {
    let count = 0
    for (let number = 1; number <= Math.min(document.numPages, maxPages); number++)
      for await (const image of listImages(await document.getPage(number))) {
        if (++count > maxImages) break
        const text = decodeOnce(image)
        if (text !== null) yield text
      }
  }
}

// The logo of a retailer is on each page of each of its bills.
const decodedTexts = new LRUCache<string, { text: string | null }>({ max: 500 })

function decodeOnce(image: PdfImage): string | null {
  const key = `${image.width} ${image.bitsPerPixel} ${hash('sha256', image.data)}`
  const known = decodedTexts.get(key)
  if (known) return known.text
  const text = decodePdfImage(image)
  decodedTexts.set(key, { text })
  return text
}

async function listLinks(page: Page): Promise<string[]> {
  const annotations: { url?: string }[] = await page.getAnnotations()
  return annotations.flatMap(({ url }) => url ?? [])
}
