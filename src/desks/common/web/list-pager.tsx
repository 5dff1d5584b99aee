import { Pager } from '#kit/web/pager.tsx'

/** How many rows a page of a desk's list has. */
export const pageSize = 25

type ListPagerProps = {
  /** The page of the list. */
  path: string
  /** What its address says besides, as the other pages keep it. */
  view: Record<string, string | number | undefined>
  offset: number
  total: number
}

/** The way through a list of a desk, whose address says what is looked for and where the page begins. */
export function ListPager({ path, view, offset, total }: ListPagerProps) {
  const said = Object.entries(view).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return (
    <Pager
      offset={offset}
      limit={pageSize}
      total={total}
      hrefOf={(page) => `${path}?${new URLSearchParams([...said, ['offset', String(page.offset)]])}`}
    />
  )
}
