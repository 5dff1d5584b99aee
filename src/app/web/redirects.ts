import { fillPath, matchPath, toKey } from './paths.ts'

type Moved = { from: `/${string}`; to: `/${string}` }

/** Shapes of addresses that the specification names and that another address of ours answers, in key form. */
const moved: readonly Moved[] = [
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
 * Where a path leads whose shape is not the one its page is kept under, in key form and with its query; null where it is
 * its page's own. The part before the last may be written in any language: `/factures/download`.
 */
export function movedTo(pathAndQuery: string): string | null {
  const { pathname, search } = new URL(`http://portal.invalid${pathAndQuery}`)
  const path = trimmedPath(pathname)
  for (const { from, to } of moved) {
    const values = matchPath(from, path) ?? matchPath(from, withParentAsKey(path))
    if (values) return withQuery(fillPath(to, values), search)
  }
  return path === pathname ? null : path + search
}

/** Without the slashes at its end, and with one at its beginning, which a browser cannot take for another host. */
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
