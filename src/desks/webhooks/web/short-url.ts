/** An address as lists have room for it: the host, and the path where there is one. */
export function shortUrl(url: string): string {
  const { host, pathname } = new URL(url)
  return host + (pathname === '/' ? '' : pathname)
}
