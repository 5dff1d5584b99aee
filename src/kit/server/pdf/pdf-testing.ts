import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import PDFDocument from 'pdfkit'

/** Returns a PDF as another program might draw it. */
export function makePdf(
  draw: (doc: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Buffer> {
  const doc = new PDFDocument(options)
  draw(doc)
  doc.end()
  return buffer(doc)
}

/** Returns the text of a PDF in its layout, with pages separated by form feeds and with ordinary spaces. */
export async function readPdfText(pdf: Buffer): Promise<string> {
  return (await runPoppler('pdftotext', pdf, ['-layout'], ['-'])).replaceAll('\u00a0', ' ')
}

/** A word on a page, with its edges in points from the left and from the top. */
export type PlacedWord = { text: string; left: number; top: number; right: number; bottom: number }

/** Returns the words of a PDF with their positions, page by page. */
export async function wordsOf(pdf: Buffer): Promise<PlacedWord[][]> {
  const pages = (await runPoppler('pdftotext', pdf, ['-bbox'], ['-'])).split('<page ').slice(1)
  const pattern = /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g
  return pages.map((page) =>
    Array.from(page.matchAll(pattern), ([, left, top, right, bottom, text]) => ({
      ...{ text: text!, left: Number(left), top: Number(top) },
      ...{ right: Number(right), bottom: Number(bottom) },
    })),
  )
}

/** Returns the structure of a PDF as it is read aloud: an indented line per element and per piece of text. */
export async function readPdfStructure(pdf: Buffer): Promise<string> {
  return (await runPoppler('pdfinfo', pdf, ['-struct-text'])).replaceAll('\u00a0', ' ')
}

/** Returns the addresses to which a PDF links, in order. */
export async function readPdfLinks(pdf: Buffer): Promise<string[]> {
  const rows = (await runPoppler('pdfinfo', pdf, ['-url'])).split('\n').slice(1)
  return rows.flatMap((row) => /\bhttps?:\S+/.exec(row)?.[0] ?? [])
}

/** Returns the document information of a PDF: title, tagging, pages, size. */
export function readPdfInfo(pdf: Buffer): Promise<string> {
  return runPoppler('pdfinfo', pdf, [])
}

/** Returns the metadata of a PDF as XML. */
export function readPdfMetadata(pdf: Buffer): Promise<string> {
  return runPoppler('pdfinfo', pdf, ['-meta'])
}

/** Returns a line per font of a PDF. */
export function readPdfFonts(pdf: Buffer): Promise<string> {
  return runPoppler('pdffonts', pdf, [])
}

/** Returns a report on the signatures of a PDF. */
export function readPdfSignatures(pdf: Buffer): Promise<string> {
  return runPoppler('pdfsig', pdf, [])
}

/** Returns the first page of a PDF as JPEG, with 200 dots per inch. */
export async function drawPageJpeg(pdf: Buffer): Promise<Buffer> {
  const jpeg = await runPoppler('pdftoppm', pdf, ['-jpeg', '-r', '200', '-singlefile'], [], 'latin1')
  return Buffer.from(jpeg, 'latin1')
}

/** Runs one of poppler's programs, which read PDF independently of the code that drew it. */
async function runPoppler(
  program: string,
  pdf: Buffer,
  before: string[],
  after: string[] = [],
  encoding: BufferEncoding = 'utf8',
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  const file = join(folder, 'asked.pdf')
  try {
    await writeFile(file, pdf)
    const { stdout } = await promisify(execFile)(program, [...before, file, ...after], {
      maxBuffer: 50_000_000,
      encoding,
      env: { ...process.env, TZ: 'UTC' },
    })
    return stdout
  } catch (error) {
    if (!isMissing(error)) throw error
    throw new Error(`${program} is missing: install poppler-utils (apt-get install poppler-utils)`)
  } finally {
    await rm(folder, { recursive: true })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
