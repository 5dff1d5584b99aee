/** Shortens a URL for lists: the host, and the path if there is one. */
export function shortenUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return host + (pathname === '/' ? '' : pathname)
}
