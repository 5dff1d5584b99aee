import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** The text of a PDF as it is laid out, pages parted by form feeds, with ordinary spaces. */
export async function textOf(pdf: Buffer): Promise<string> {
  return (await ask('pdftotext', pdf, ['-layout'], ['-'])).replaceAll('\u00a0', ' ')
}

/** A word on a page, with its edges in points from the left and from the top. */
export type PlacedWord = { text: string; left: number; top: number; right: number; bottom: number }

/** The words of a PDF with their places, page by page. */
export async function wordsOf(pdf: Buffer): Promise<PlacedWord[][]> {
  const pages = (await ask('pdftotext', pdf, ['-bbox'], ['-'])).split('<page ').slice(1)
  const pattern = /<word xMin="(.*?)" yMin="(.*?)" xMax="(.*?)" yMax="(.*?)">(.*?)<\/word>/g
  return pages.map((page) =>
    Array.from(page.matchAll(pattern), ([, left, top, right, bottom, text]) => ({
      ...{ text: text!, left: Number(left), top: Number(top) },
      ...{ right: Number(right), bottom: Number(bottom) },
    })),
  )
}

/** The structure of a PDF as it is read aloud: an indented line per element and per piece of text. */
export async function structureOf(pdf: Buffer): Promise<string> {
  return (await ask('pdfinfo', pdf, ['-struct-text'])).replaceAll('\u00a0', ' ')
}

/** What a PDF says of itself: title, tagging, pages, size. */
export function infoOf(pdf: Buffer): Promise<string> {
  return ask('pdfinfo', pdf, [])
}

/** The metadata of a PDF, in XML. */
export function metadataOf(pdf: Buffer): Promise<string> {
  return ask('pdfinfo', pdf, ['-meta'])
}

/** A line per font of a PDF. */
export function fontsOf(pdf: Buffer): Promise<string> {
  return ask('pdffonts', pdf, [])
}

/** What there is to say of the signatures on a PDF. */
export function signaturesOf(pdf: Buffer): Promise<string> {
  return ask('pdfsig', pdf, [])
}

/** Asks one of poppler's programs, which know PDF independently of what drew it. */
async function ask(program: string, pdf: Buffer, before: string[], after: string[] = []): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pdf-'))
  const file = join(folder, 'asked.pdf')
  try {
    await writeFile(file, pdf)
    const { stdout } = await promisify(execFile)(program, [...before, file, ...after], {
      maxBuffer: 50_000_000,
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
