import type { Search } from '#kit/web/page.ts'

const sizes = [10, 20, 50, 100]
const defaultLimit = 20

/** Which page of the requests an address asks for. */
export function readPage({ offset, limit }: Search): { offset: number; limit: number } {
  const asked = Number(limit)
  return {
    offset: /^\d{1,6}$/.test(offset ?? '') ? Number(offset) : 0,
    limit: sizes.includes(asked) ? asked : defaultLimit,
  }
}

/** The address of a page of the requests. */
export function addressOfPage({ offset, limit }: { offset: number; limit: number }): string {
  const query = new URLSearchParams({
    ...(offset > 0 ? { offset: String(offset) } : {}),
    ...(limit !== defaultLimit ? { limit: String(limit) } : {}),
  })
  return query.size > 0 ? `/requests?${query}` : '/requests'
}
