import type { SearchParams } from '#kit/web/page.ts'

const pageSizes = [10, 20, 50, 100]
const defaultLimit = 20

/** Returns the page of the requests that an address requests. */
export function parseRequestPage({ offset, limit }: SearchParams): { offset: number; limit: number } {
  const requested = Number(limit)
  return {
    offset: /^\d{1,6}$/.test(offset ?? '') ? Number(offset) : 0,
    limit: pageSizes.includes(requested) ? requested : defaultLimit,
  }
}

/** Returns the address of a page of the requests. */
export function requestsHref({ offset, limit }: { offset: number; limit: number }): string {
  const query = new URLSearchParams({
    ...(offset > 0 ? { offset: String(offset) } : {}),
    ...(limit !== defaultLimit ? { limit: String(limit) } : {}),
  })
  return query.size > 0 ? `/requests?${query}` : '/requests'
}
