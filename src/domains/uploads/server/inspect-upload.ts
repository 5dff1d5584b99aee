import { buffer } from 'node:stream/consumers'
import type { Files } from '#outside/files/files.ts'
import { type FileConcern, inspectFile } from '#outside/virus-scan/inspect-file.ts'
import { ScanUnavailable } from '#outside/virus-scan/virus-scan.ts'

/** What is known of a file: what keeps it out, that nothing does, or that the scanner has yet to look at it. */
export type Inspection =
  | { state: 'refused'; concern: FileConcern; finding: string }
  | { state: 'clean' }
  | { state: 'waiting'; cause: ScanUnavailable }

/**
 * Looks at a stored file: for what acts by itself, then by the scanner, where there is one, for so many seconds at most. One
 * that does not answer leaves the file waiting.
 */
export async function inspectUpload(
  files: Files,
  { fileKey, mediaType }: { fileKey: string; mediaType: string },
  { seconds }: { seconds: number },
): Promise<Inspection> {
  const content = await files.get(fileKey)
  if (!content) throw new Error(`The file of an upload is missing: ${fileKey}`)
  const concern = inspectFile(await buffer(content), mediaType)
  if (concern) return { state: 'refused', concern, finding: concern }
  if (!files.virusScan) return { state: 'clean' }
  try {
    const verdict = await files.virusScan.scan((await files.get(fileKey))!, { seconds })
    if (verdict.kind === 'clean') return { state: 'clean' }
    return { state: 'refused', concern: 'file_infected', finding: verdict.finding }
  } catch (failure) {
    if (failure instanceof ScanUnavailable) return { state: 'waiting', cause: failure }
    throw failure
  }
}
