import { ConnectionLost } from '#kit/connection-lost.ts'
import type { Locale } from '#kit/locale.ts'
import { codeOfStatus } from '#kit/outage.ts'
import { Refused } from '#kit/refusal.ts'

type Way = {
  address: string
  locale: Locale
  signal: AbortSignal
  /** Hears how much of it is there, from 0 to 1. */
  onProgress: (share: number) => void
}

/**
 * Streams a file to the server and answers its id. It goes by XMLHttpRequest, because fetch does not tell how much of a body
 * is there. @throws Refused, with the figures that only the server knows; ConnectionLost where nothing answers.
 */
export function sendFile(file: File, { address, locale, signal, onProgress }: Way): Promise<string> {
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
          new Refused(message ?? codeOfStatus(request.status) ?? 'unexpected', request.status, {
            values: error?.values,
          }),
        )
    })
    request.addEventListener('error', () => fail(new ConnectionLost()))
    signal.addEventListener('abort', () => request.abort())
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
}

// Whatever stands between browser and server may answer with a page of its own.
function readReply(text: string): { id?: string; message?: string; error?: { values?: Record<string, number> } } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
