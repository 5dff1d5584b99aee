import { Pager } from '#kit/web/list/pager.tsx'
import { maxCountedRows } from '../list-limits.ts'

/** The number of rows per page of a back-office list. */
export const pageSize = 25

type ListPagerProps = {
  /** The path of the list page. */
  path: string
  /** The other URL parameters, which the links to other pages preserve. */
  view: Record<string, string | number | undefined>
  offset: number
  total: number
}

/** The pager of a back-office list, whose URL holds the filters and the offset. */
export function ListPager({ path, view, offset, total }: ListPagerProps) {
  const params = Object.entries(view).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return (
    <Pager
      offset={offset}
      limit={pageSize}
      total={total}
      mayHaveMore={total >= maxCountedRows}
      hrefOf={(page) => `${path}?${new URLSearchParams([...params, ['offset', String(page.offset)]])}`}
    />
  )
}
