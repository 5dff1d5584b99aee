import { inspectPdf } from './inspect-pdf.ts'

/**
 * Why a file is rejected before any scanner is called: a known test virus, active content or a second file type in it,
 * or content that cannot be inspected.
 */
export type FileConcern = 'file_infected' | 'file_active' | 'file_unreadable'

/**
 * Inspects an image or a PDF, as identified by its first bytes, for content that no bill, picture or claim needs. It
 * knows no viruses, but it knows what they need to act.
 */
export function inspectFile(content: Buffer, mediaType: string): FileConcern | null {
  if (content.includes(testVirus)) return 'file_infected'
  if (endsAsZip(content)) return 'file_active'
  if (mediaType === 'application/pdf') return inspectPdf(content)
  // PDF readers accept a file with a PDF header anywhere within its first kilobyte.
  return content.subarray(0, pdfHeaderBytes).includes('%PDF-') ? 'file_active' : null
}

const pdfHeaderBytes = 1_024

// The EICAR test file in two parts, so that no scanner flags this source file.
const testVirus = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-'),
  'latin1',
)

const zipEndBytes = 22
const maxZipCommentBytes = 65_535
const zipEnd = Buffer.from('PK\x05\x06', 'latin1')

/**
 * Checks whether a file is a ZIP when read from its end, as archives, Office documents with macros and Java programs
 * are.
 */
function endsAsZip(content: Buffer): boolean {
  const tail = content.subarray(-(zipEndBytes + maxZipCommentBytes))
  for (let at = tail.lastIndexOf(zipEnd); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf(zipEnd, at - 1)) {
    if (at + zipEndBytes > tail.length) continue
    const commentBytes = tail.readUInt16LE(at + zipEndBytes - 2)
    const directoryBytes = tail.readUInt32LE(at + 12)
    const isWhole = at + zipEndBytes + commentBytes <= tail.length
    if (isWhole && directoryBytes > 0 && directoryBytes < content.length) return true
  }
  return false
}
