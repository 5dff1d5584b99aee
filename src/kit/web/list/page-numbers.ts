/** A page of a list: skips `offset` entries and shows `limit`. */
export type ListPage = { offset: number; limit: number }

/**
 * Returns the page numbers to offer, from 1: the first, the last, the current one and its neighbours; null for a gap. A
 * gap of a single page is filled, because the page number is no longer than the dots.
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
