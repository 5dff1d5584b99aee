import { fillPath, matchPath, toKey } from './paths.ts'

type RedirectRule = { from: `/${string}`; to: `/${string}` }

/** URL formats of the specification that are served at another URL, in key form. */
const redirectRules: readonly RedirectRule[] = [
  { from: '/contracts', to: '/contracts/electricity' },
  { from: '/contracts/multipoint', to: '/invoices?contractType=multipoint' },
  { from: '/contracts-gas', to: '/contracts/gas' },
  { from: '/contracts-gas/$name', to: '/contracts/gas/$name' },
  { from: '/contracts-gas/$name/invoices-gas', to: '/invoices?contractType=gas&contractName=$name' },
  { from: '/contracts/electricity/$name/invoices', to: '/invoices?contractType=electricity&contractName=$name' },
  { from: '/contracts/gas/$name/invoices', to: '/invoices?contractType=gas&contractName=$name' },
  { from: '/invoices-multipoint', to: '/invoices?contractType=multipoint' },
  { from: '/facturas-multipunto', to: '/invoices?contractType=multipoint' },
  { from: '/invoices/download', to: '/invoices?action=download' },
  { from: '/invoices/pay-online', to: '/invoices?action=payOnline' },
  { from: '/invoices/payOnline', to: '/invoices?action=payOnline' },
]

/**
 * Returns the redirect target of a path that is not its page's canonical form, in key form and with its query; null for
 * canonical ones. The segment before the last may be in any language: `/factures/download`.
 */
export function redirectTargetOf(pathAndQuery: string): string | null {
  const { pathname, search } = new URL(`http://portal.invalid${pathAndQuery}`)
  const path = trimmedPath(pathname)
  for (const { from, to } of redirectRules) {
    const values = matchPath(from, path) ?? matchPath(from, withParentAsKey(path))
    if (values) return withQuery(fillPath(to, values), search)
  }
  return path === pathname ? null : path + search
}

/** Removes trailing slashes, and leaves one leading slash, so that browsers cannot read another host. */
function trimmedPath(pathname: string): string {
  return `/${pathname.replace(/^\/+|\/+$/g, '')}`
}

function withParentAsKey(path: string): string {
  const end = path.lastIndexOf('/')
  return end > 0 ? toKey(path.slice(0, end)) + path.slice(end) : path
}

function withQuery(address: string, search: string): string {
  const [path, own] = address.split('?')
  const query = new URLSearchParams(search)
  for (const [name, value] of new URLSearchParams(own)) query.set(name, value)
  return query.size ? `${path}?${query}` : path!
}
