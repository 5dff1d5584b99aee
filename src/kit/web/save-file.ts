/** Fetches a document and hands it to the browser to keep, under the name that the server gives it. Answers whether it came. */
export async function saveFile(href: string): Promise<boolean> {
  const response = await fetch(href, { credentials: 'same-origin' }).catch(() => null)
  if (!response?.ok) return false
  keepFile(await response.blob(), fileNameIn(response.headers.get('content-disposition') ?? ''))
  return true
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
