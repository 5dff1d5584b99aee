import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInSpanish } from '../../web/render-testing.tsx'
import { ListTable } from './list-table.tsx'

const translateKey = (key: string) => key
const columns = [{ key: 'name', header: 'Nombre', cell: ({ name }: { name: string }) => name }]
const view = { q: 'sol', state: 'open', kind: undefined, offset: 25 }

function show(found: { items: { name: string }[]; total: number }) {
  renderInSpanish(
    <ListTable {...{ texts: translateKey, columns, view, page: found }} path="/list" rowKey={({ name }) => name} />,
  )
}

test('page links preserve the filters and nothing else', () => {
  show({ items: [{ name: 'Sol' }], total: 60 })
  const next = screen.getByRole('link', { name: 'Siguientes' })
  expect(next.getAttribute('href')).toBe('/list?q=sol&state=open&offset=50')
})

test('an empty result shows the list’s own text', () => {
  show({ items: [], total: 0 })
  expect(screen.getByRole('heading', { name: 'noneTitle' })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
