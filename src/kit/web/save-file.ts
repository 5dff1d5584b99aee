import { versionUnknown } from '../refusal.ts'

/**
 * Fetches a document and hands it to the browser to keep, under the name that the server gives it. The addresses are those
 * of its versions: the next is asked where the server does not know one. Answers whether it came.
 */
export async function saveFile([address, ...others]: readonly string[]): Promise<boolean> {
  const response = await fetch(address!, { credentials: 'same-origin' }).catch(() => null)
  if (response?.ok) {
    keepFile(await response.blob(), fileNameIn(response.headers.get('content-disposition') ?? ''))
    return true
  }
  return others.length > 0 && response !== null && (await isVersionUnknown(response)) && saveFile(others)
}

async function isVersionUnknown(response: Response): Promise<boolean> {
  const told: { error?: { code?: string }; message?: string } = await response.json().catch(() => ({}))
  return (told.error?.code ?? told.message) === versionUnknown
}

/** Hands a file to the browser to keep. */
export function keepFile(content: Blob, name: string) {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}

/** The name that a Content-Disposition gives, in its own letters where it has them (RFC 6266). */
export function fileNameIn(disposition: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]*)"/.exec(disposition)?.[1] ?? '')
}
