import { useLayoutEffect } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { type Portal, PortalContext } from '../portal.ts'
import { renderAt } from '../portal-testing.tsx'
import { RowList } from './row-list.tsx'
import { Table } from './table.tsx'
import { useFirstRows } from './use-first-rows.ts'

function ShownCount({ count }: { count: number }) {
  return useFirstRows(Array.from({ length: count })).length
}

test.each([
  { count: 12, expected: 12, why: 'a short list' },
  { count: 30, expected: 30, why: 'a list with few more rows' },
  { count: 31, expected: 20, why: 'a long list' },
  { count: 100, expected: 20, why: 'the longest list' },
])('the page from the server has $expected rows of $count: $why', ({ count, expected }) => {
  expect(renderToString(<ShownCount count={count} />)).toBe(String(expected))
})

test('the page from the server has all rows where its address asks for them', () => {
  const portal = { boot: { showsAllRows: true } } as Portal
  const page = (
    <PortalContext value={portal}>
      <ShownCount count={100} />
    </PortalContext>
  )
  expect(renderToString(page)).toBe('100')
})

test('the other rows follow at once, and in the same task where the page is printed before', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const render = () => {
    const element = document.createElement('div')
    flushSync(() => createRoot(element).render(<ShownCount count={100} />))
    return element
  }
  const shown = render()
  expect(shown.textContent).toBe('20')
  await vi.waitFor(() => expect(shown.textContent).toBe('100'))

  const printed = render()
  expect(printed.textContent).toBe('20')
  dispatchEvent(new Event('beforeprint'))
  expect(printed.textContent).toBe('100')
  vi.unstubAllGlobals()
})

test('a table leads to all its rows as long as it does not show them', async () => {
  const table = (
    <Table
      caption="Facturas"
      columns={[{ key: 'number', header: 'Número', cell: (row: number) => row }]}
      rows={Array.from({ length: 100 }, (_, index) => index)}
      rowKey={(row) => row}
    />
  )
  const { container, router } = await renderAt('/invoices?offset=100', table)
  expect(container.querySelectorAll('tbody tr')).toHaveLength(100)
  expect(container.querySelector('a')).toBeNull()
  expect(router.state.location.publicHref).toBe('/invoices?offset=100')
})

test('a list of links has its first rows at first, with a link to all, and then the others', async () => {
  const first: { rows: number; link: string | null | undefined }[] = []
  function Row() {
    useLayoutEffect(() => {
      const link = document.querySelector('a')?.getAttribute('href')
      first.push({ rows: document.querySelectorAll('li').length, link })
    }, [])
    return <li />
  }
  const rows = (
    <RowList>
      {Array.from({ length: 100 }, (_, index) => (
        <Row key={index} />
      ))}
    </RowList>
  )
  const { container } = await renderAt('/communications?limit=100', rows)
  expect(first[0]).toEqual({ rows: 20, link: '/communications?limit=100&rows=all' })
  expect(container.querySelectorAll('li')).toHaveLength(100)
  expect(container.querySelector('a')).toBeNull()
})
