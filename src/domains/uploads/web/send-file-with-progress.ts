import { ConnectionLostError } from '#kit/connection-lost.ts'
import { outageCodeOfStatus } from '#kit/outage.ts'
import { Refused } from '#kit/refusal.ts'
import type { Locale } from '#vocabulary/locale.ts'

type UploadOptions = {
  address: string
  locale: Locale
  signal: AbortSignal
  /** Called with the uploaded share, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Uploads a file and returns its id. Uses XMLHttpRequest, because fetch does not report upload progress. @throws
 * Refused, with the values that only the server knows; ConnectionLostError if there is no response.
 */
export function sendFileWithProgress(
  file: File,
  { address, locale, signal, onProgress }: UploadOptions,
): Promise<string> {
  return new Promise((done, fail) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('accept-language', locale)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () => {
      const { id, message, error } = readReply(request.responseText)
      if (request.status === 200 && id) done(id)
      else
        fail(
          new Refused(message ?? outageCodeOfStatus(request.status) ?? 'unexpected', request.status, {
            values: error?.values,
          }),
        )
    })
    request.addEventListener('error', () => fail(new ConnectionLostError()))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

// Any proxy between browser and server may respond with a page of its own.
function readReply(text: string): { id?: string; message?: string; error?: { values?: Record<string, number> } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
