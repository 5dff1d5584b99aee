import type { Search } from '#kit/web/page.ts'
import { defaultPerPage, mostPerPage } from '../rules.ts'

/** Which page of the communications an address asks for. */
export function readPage({ offset, limit }: Search): { offset: number; limit: number } {
  const asked = Number(limit)
  return {
    offset: /^\d{1,6}$/.test(offset ?? '') ? Number(offset) : 0,
    limit: Number.isInteger(asked) && asked >= 1 && asked <= mostPerPage ? asked : defaultPerPage,
  }
}

/** The address of a page of a contract's communications. */
export function addressOfPage(contractAddress: string, { offset, limit }: { offset: number; limit: number }): string {
  const query = new URLSearchParams({
    ...(offset > 0 ? { offset: String(offset) } : {}),
    ...(limit !== defaultPerPage ? { limit: String(limit) } : {}),
  })
  return `${contractAddress}/communications${query.size > 0 ? `?${query}` : ''}`
}
