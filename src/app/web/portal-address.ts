import { baseUrl, parsePortalAddress, withQuery } from '#kit/portal-address.ts'

// What identity providers send next to the code, by OpenID Connect, its session management and RFC 9207.
const replyParameters = ['code', 'state', 'iss', 'session_state', 'error', 'error_description', 'error_uri']

/** Returns the URL of a request without credentials, or the first page if it is not a URL of the portal. */
export function withoutCredentials(address: string): string {
  const own = parsePortalAddress(address) ?? '/'
  const url = new URL(own, baseUrl)
  const query = url.searchParams
  const isReply = (query.has('code') || query.has('error')) && query.has('state')
  const names = ['token', 'id_client', 'secret', ...(isReply ? replyParameters : [])].filter((name) => query.has(name))
  for (const name of names) query.delete(name)
  return names.length ? url.pathname + url.search + url.hash : own
}

/**
 * Builds a URL from a path and its record of parameters as JSON. Values whose name is in the path (`{name}`, `:name` or
 * `$name`) fill it, the others are added to its query. Anything but a flat record is left out; null if the result is
 * not a URL of the portal.
 */
export function fillAddress(path: string | undefined, parameters: string | undefined): string | null {
  const values = new Map(Object.entries(parseRecord(parameters)))
  const filled = path?.replace(/\{(\w+)\}|[:$](\w+)/g, (placeholder, ...names: (string | undefined)[]) => {
    const name = names[0] ?? names[1] ?? ''
    const value = values.get(name)
    if (value === undefined) return placeholder
    values.delete(name)
    return encodeURIComponent(value)
  })
  const own = parsePortalAddress(filled)
  return own && withQuery(own, values)
}

function parseRecord(text: string | undefined): Record<string, string> {
  if (!text) return {}
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return {}
    const flat = Object.entries(parsed).filter(([, value]) => ['string', 'number'].includes(typeof value))
    return Object.fromEntries(flat.map(([name, value]) => [name, String(value)]))
  } catch {
    return {}
  }
}
