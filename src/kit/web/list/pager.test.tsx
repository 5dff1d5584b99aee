import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderInSpanish } from '../render-testing.tsx'
import type { ListPage } from './page-numbers.ts'
import { Pager } from './pager.tsx'

const hrefOf = ({ offset, limit }: ListPage) => `/contracts?offset=${offset}&limit=${limit}`

function linkTo(name: string) {
  return screen.getByRole('link', { name }).getAttribute('href')
}

test('has a next and a previous link in the middle of a list', () => {
  renderInSpanish(<Pager offset={250} limit={25} total={1084} hrefOf={hrefOf} />)
  expect(screen.getByRole('navigation', { name: 'Páginas' }).textContent).toContain('251–275 de 1.084')
  expect(linkTo('Anteriores')).toBe('/contracts?offset=225&limit=25')
  expect(linkTo('Siguientes')).toBe('/contracts?offset=275&limit=25')
  expect(linkTo('Página 44')).toBe('/contracts?offset=1075&limit=25')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('11')
})

test('ends at the end of the list on the last page', () => {
  renderInSpanish(<Pager offset={20} limit={10} total={24} hrefOf={hrefOf} />)
  expect(screen.getByRole('navigation').textContent).toContain('21–24 de 24')
  expect(screen.queryByRole('link', { name: 'Siguientes' })).toBeNull()
})

test('does not lead before the beginning from an unaligned offset', () => {
  renderInSpanish(<Pager offset={5} limit={10} total={24} hrefOf={hrefOf} />)
  expect(linkTo('Anteriores')).toBe('/contracts?offset=0&limit=10')
})

test('reports another page size to the list', async () => {
  const onSize = vi.fn()
  renderInSpanish(<Pager offset={0} limit={10} total={24} hrefOf={hrefOf} sizes={[10, 25]} onSize={onSize} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Por página' }), '25')
  expect(onSize).toHaveBeenCalledWith(25)
})

test('has no pages for an empty list', () => {
  const { container } = renderInSpanish(<Pager offset={0} limit={10} total={0} hrefOf={hrefOf} />)
  expect(within(container).queryByRole('navigation')).toBeNull()
})
