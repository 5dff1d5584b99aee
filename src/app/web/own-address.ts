const here = 'http://portal.invalid'

const mostDecodings = 4

/**
 * An address of the portal itself, in its plain form, or null. Whatever a browser, a proxy or a router could read as
 * another host is none: `//host`, `/\host`, `/%2Fhost`, control characters, another scheme, signs that become a slash
 * when they are simplified.
 */
export function ownAddress(asked: string | null | undefined): string | null {
  if (!asked?.startsWith('/') || hasForeignSigns(asked)) return null
  const parsed = URL.parse(asked, here)
  if (parsed?.origin !== here || !isPlain(parsed.pathname)) return null
  return parsed.pathname + parsed.search + parsed.hash
}

// What identity providers write beside the code, by OpenID Connect, its session management and RFC 9207.
const ofReply = ['code', 'state', 'iss', 'session_state', 'error', 'error_description', 'error_uri']

/** The address of a request without what let somebody in; the first page where it is none of the portal. */
export function withoutEntry(address: string): string {
  const own = ownAddress(address) ?? '/'
  const url = new URL(own, here)
  const query = url.searchParams
  const isReply = (query.has('code') || query.has('error')) && query.has('state')
  const names = ['token', 'id_client', 'secret', ...(isReply ? ofReply : [])].filter((name) => query.has(name))
  for (const name of names) query.delete(name)
  return names.length ? url.pathname + url.search + url.hash : own
}

/**
 * An address put together from a path and the record that travels beside it as JSON. Values whose name stands in the path
 * (`{name}`, `:name` or `$name`) fill it, the others join its query. What is no flat record is left out; null where the
 * result is no address of the portal.
 */
export function filledAddress(path: string | undefined, parameters: string | undefined): string | null {
  const values = new Map(Object.entries(readRecord(parameters)))
  const filled = path?.replace(/\{(\w+)\}|[:$](\w+)/g, (placeholder, ...names: (string | undefined)[]) => {
    const name = names[0] ?? names[1] ?? ''
    const value = values.get(name)
    if (value === undefined) return placeholder
    values.delete(name)
    return encodeURIComponent(value)
  })
  const own = ownAddress(filled)
  return own && withQuery(own, values)
}

/** An address with more in its query; what is there already stays. */
export function withQuery(address: string, more: Iterable<[string, string]>): string {
  const url = new URL(address, here)
  for (const [name, value] of more) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** The query of an address. */
export function queryOf(address: string): URLSearchParams {
  return URL.parse(address, here)?.searchParams ?? new URLSearchParams()
}

// What stays a path however often it is decoded, and however its signs are simplified.
function isPlain(pathname: string): boolean {
  let path = pathname
  for (let round = 0; round < mostDecodings; round++) {
    if (/^\/\//.test(path) || hasForeignSigns(path)) return false
    const decoded = decodedOnce(path)
    if (decoded === null) return false
    if (decoded === path) return true
    path = decoded
  }
  return false
}

function decodedOnce(path: string): string | null {
  try {
    return decodeURIComponent(path).normalize('NFKC')
  } catch {
    return null
  }
}

function hasForeignSigns(text: string): boolean {
  return /[\p{Cc}\\]/u.test(text)
}

function readRecord(text: string | undefined): Record<string, string> {
  if (!text) return {}
  try {
    const read: unknown = JSON.parse(text)
    if (typeof read !== 'object' || read === null || Array.isArray(read)) return {}
    const flat = Object.entries(read).filter(([, value]) => ['string', 'number'].includes(typeof value))
    return Object.fromEntries(flat.map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}
