import type { SearchParams } from '#kit/web/page.ts'
import { defaultPerPage, maxPerPage } from '../rules.ts'

/** Returns the page of the communications that an address requests. */
export function parsePage({ offset, limit }: SearchParams): { offset: number; limit: number } {
  const requested = Number(limit)
  return {
    offset: /^\d{1,6}$/.test(offset ?? '') ? Number(offset) : 0,
    limit: Number.isInteger(requested) && requested >= 1 && requested <= maxPerPage ? requested : defaultPerPage,
  }
}

/** Returns the address of a page of a contract's communications. */
export function communicationsHref(
  contractAddress: string,
  { offset, limit }: { offset: number; limit: number },
): string {
  const query = new URLSearchParams({
    ...(offset > 0 ? { offset: String(offset) } : {}),
    ...(limit !== defaultPerPage ? { limit: String(limit) } : {}),
  })
  return `${contractAddress}/communications${query.size > 0 ? `?${query}` : ''}`
}
