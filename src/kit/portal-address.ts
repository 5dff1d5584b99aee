/** The origin by which URLs of the portal are parsed; none of them leads there. */
export const baseUrl = 'http://portal.invalid'

const maxDecodings = 4

/**
 * Returns a URL of the portal itself in normalised form, or null. Anything that a browser, a proxy or a router could
 * read as another host is rejected: `//host`, `/\host`, `/%2Fhost`, control characters, another scheme, characters that
 * normalise to a slash.
 */
export function parsePortalAddress(address: string | null | undefined): string | null {
  if (!address?.startsWith('/') || hasForeignSigns(address)) return null
  const parsed = URL.parse(address, baseUrl)
  if (parsed?.origin !== baseUrl || !isPlainPath(parsed.pathname)) return null
  return parsed.pathname + parsed.search + parsed.hash
}

/** Returns a URL with additional query parameters; existing ones are kept. */
export function withQuery(address: string, more: Iterable<[string, string]>): string {
  const url = new URL(address, baseUrl)
  for (const [name, value] of more) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** Returns the query of a URL. */
export function queryOf(address: string): URLSearchParams {
  return URL.parse(address, baseUrl)?.searchParams ?? new URLSearchParams()
}

// Checks for a path that stays one however often it is decoded, and however its characters are normalised.
function isPlainPath(pathname: string): boolean {
  let path = pathname
  for (let round = 0; round < maxDecodings; round++) {
    if (/^\/\//.test(path) || hasForeignSigns(path)) return false
    const decoded = decodeOnce(path)
    if (decoded === null) return false
    if (decoded === path) return true
    path = decoded
  }
  return false
}

function decodeOnce(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize('NFKC')
  } catch {
    return null
  }
}

function hasForeignSigns(text: string): boolean {
  return /[\p{Cc}\\]/u.test(text)
}
