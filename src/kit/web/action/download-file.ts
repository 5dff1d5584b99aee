import { versionUnknown } from '#kit/refusal.ts'

/**
 * Downloads a document and saves it under the name that the server gives it. The addresses are those of its versions:
 * the next is tried where the server does not know one. Returns whether it arrived.
 */
export async function downloadFile([address, ...others]: readonly string[]): Promise<boolean> {
  const response = await fetch(address!, { credentials: 'same-origin' }).catch(() => null)
  if (response?.ok) {
    saveBlob(await response.blob(), fileNameIn(response.headers.get('content-disposition') ?? ''))
    return true
  }
  return others.length > 0 && response !== null && (await isVersionUnknown(response)) && downloadFile(others)
}

async function isVersionUnknown(response: Response): Promise<boolean> {
  const body: { error?: { code?: string }; message?: string } = await response.json().catch(() => ({}))
  return (body.error?.code ?? body.message) === versionUnknown
}

/** Makes the browser save a file. */
export function saveBlob(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** Returns the file name of a Content-Disposition header, in its Unicode form where it has one (RFC 6266). */
export function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '')
}
