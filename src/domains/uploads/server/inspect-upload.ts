import { buffer } from 'node:stream/consumers'
import type { Files } from '#outside/files/files.ts'
import { type FileConcern, inspectFile } from '#outside/virus-scan/inspect-file.ts'
import { ScanUnavailableError } from '#outside/virus-scan/virus-scanner.ts'

/** The result of an inspection: the file is refused, clean, or still waiting for the scanner. */
export type UploadInspection =
  | { state: 'refused'; concern: FileConcern; finding: string }
  | { state: 'clean' }
  | { state: 'waiting'; cause: ScanUnavailableError }

/**
 * Inspects a stored file: first for active content, then with the scanner, if there is one, with a timeout in seconds.
 * If the scanner does not answer, the file stays waiting.
 */
export async function inspectUpload(
  files: Files,
  { fileKey, mediaType }: { fileKey: string; mediaType: string },
  { seconds }: { seconds: number },
): Promise<UploadInspection> {
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
    if (failure instanceof ScanUnavailableError) return { state: 'waiting', cause: failure }
    throw failure
  }
}
