import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInSpanish } from '#kit/web/testing.tsx'
import { ListTable } from './list-table.tsx'

const words = (key: string) => key
const columns = [{ key: 'name', header: 'Nombre', cell: ({ name }: { name: string }) => name }]
const view = { q: 'sol', state: 'open', kind: undefined, offset: 25 }

function show(found: { items: { name: string }[]; total: number }) {
  renderInSpanish(<ListTable {...{ words, columns, view, found }} path="/list" rowKey={({ name }) => name} />)
}

test('the other pages keep what the list is narrowed by, and nothing else', () => {
  show({ items: [{ name: 'Sol' }], total: 60 })
  const next = screen.getByRole('link', { name: 'Siguientes' })
  expect(next.getAttribute('href')).toBe('/list?q=sol&state=open&offset=50')
})

test('nothing found is said in the words of the list', () => {
  show({ items: [], total: 0 })
  expect(screen.getByRole('heading', { name: 'noneTitle' })).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
