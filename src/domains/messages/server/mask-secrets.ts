const mask = '••••••'

/**
 * Masks what a message lets its reader in by: the one-time code, and in every link whatever could be a secret. It does
 * not matter which links have one: of all of them the query, the fragment, and each part of the path that could have
 * been drawn at random are masked.
 */
export function maskSecrets(content: string, code: string | number | undefined): string {
  const withoutCode = code === undefined || code === '' ? content : content.replaceAll(String(code), mask)
  return withoutCode.replaceAll(/https?:\/\/[^\s"<>]+/g, maskLink)
}

function maskLink(link: string): string {
  const [, origin = '', path = '', rest = ''] = /^(https?:\/\/[^/?#]*)([^?#]*)(.*)$/.exec(link) ?? []
  const shownPath = path.replaceAll(/[^/]+/g, (part) => (couldBeRandom(part) ? mask : part))
  return `${origin}${shownPath}${rest && `${rest[0]}${mask}`}`
}

/** The words of pages have lower-case letters only; numbers of contracts and invoices are shorter. */
function couldBeRandom(part: string): boolean {
  return part.length >= minRandomLength && /[\dA-Z]/.test(part)
}

const minRandomLength = 16
