import { detectCodes } from './detect-codes.ts'

/** What a file was searched for, or why it was not found: it has none, or this browser cannot open it. */
export type CodeSearchResult = { text: string } | { problem: 'noCode' | 'unreadable' }

/**
 * Finds the first text that `isMatch` among the QR codes of a photo, or the links and QR codes of a PDF. Everything
 * happens on the device: nothing is sent.
 */
export async function findCode(file: Blob, isMatch: (text: string) => boolean): Promise<CodeSearchResult> {
  if (file.type === 'application/pdf') {
    const { findCodeInPdf } = await import('./find-code-in-pdf.ts')
    return findCodeInPdf(file, isMatch)
  }
  const image = await createImageBitmap(file).catch(() => null)
  if (!image) return { problem: 'unreadable' }
  try {
    return toSearchResult((await detectCodes(image)).find(isMatch))
  } finally {
    image.close()
  }
}

/** Returns the result for a text, or for none. */
export function toSearchResult(text: string | undefined): CodeSearchResult {
  return text === undefined ? { problem: 'noCode' } : { text }
}
