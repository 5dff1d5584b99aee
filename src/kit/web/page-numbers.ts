/** A page of a list: `offset` entries are passed over, `limit` are shown. */
export type ListPage = { offset: number; limit: number }

/**
 * The numbers of the pages to offer, from 1: the first, the last, the present one and its neighbours; null where some are
 * left out. A gap of a single page is filled, as the page is no longer than the dots.
 */
export function pagesAround(current: number, count: number): (number | null)[] {
  const offered = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count)
  const pages = [...new Set(offered)].sort((a, b) => a - b)
  return pages.flatMap((page, index) => {
    const left = page - (pages[index - 1] ?? 0) - 1
    if (left === 0) return [page]
    return left === 1 ? [page - 1, page] : [null, page]
  })
}
