import { inspectPdf } from './inspect-pdf.ts'

/**
 * What keeps a file out before any scanner is asked: a known test virus, something in it that acts when it is opened or that
 * is another file as well, or that what is in it cannot be looked at.
 */
export type FileConcern = 'file_infected' | 'file_active' | 'file_unreadable'

/**
 * Looks through an image or a PDF, as its first bytes say it is, for what no bill, picture or claim needs. It knows no
 * viruses; it knows what they need to act.
 */
export function inspectFile(content: Buffer, mediaType: string): FileConcern | null {
  if (content.includes(testVirus)) return 'file_infected'
  if (endsAsZip(content)) return 'file_active'
  if (mediaType === 'application/pdf') return inspectPdf(content)
  // Readers of PDF take a file for one that says so within its first kilobyte.
  return content.subarray(0, pdfHeaderBytes).includes('%PDF-') ? 'file_active' : null
}

const pdfHeaderBytes = 1_024

// The EICAR test file in two parts, so that no scanner takes this source for it.
const testVirus = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('-'),
  'latin1',
)

const zipEndBytes = 22
const longestZipComment = 65_535
const zipEnd = Buffer.from('PK\x05\x06', 'latin1')

/** Whether a file is a ZIP when read from its end, as archives, Office documents with macros and Java programs are. */
function endsAsZip(content: Buffer): boolean {
  const tail = content.subarray(-(zipEndBytes + longestZipComment))
  for (let at = tail.lastIndexOf(zipEnd); at !== -1; at = at === 0 ? -1 : tail.lastIndexOf(zipEnd, at - 1)) {
    if (at + zipEndBytes > tail.length) continue
    const commentBytes = tail.readUInt16LE(at + zipEndBytes - 2)
    const directoryBytes = tail.readUInt32LE(at + 12)
    const isWhole = at + zipEndBytes + commentBytes <= tail.length
    if (isWhole && directoryBytes > 0 && directoryBytes < content.length) return true
  }
  return false
}
