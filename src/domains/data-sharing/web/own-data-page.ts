import type { ListPage } from '#kit/web/list/page-numbers.ts'
import type { SearchParams } from '#kit/web/page.ts'
import { defaultPeriodsPerPage as limit } from '../rules.ts'

/** Returns the page of billed periods that an address requests. */
export function parseOwnDataPage({ offset }: SearchParams): ListPage {
  return { offset: /^\d{1,6}$/.test(offset ?? '') ? Number(offset) : 0, limit }
}

/** Returns the address of a page of billed periods. */
export function ownDataHref({ offset }: ListPage): string {
  return offset > 0 ? `/profile/data-sharing?offset=${offset}` : '/profile/data-sharing'
}
