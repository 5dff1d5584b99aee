import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { ListPage } from './page-numbers.ts'
import { Pager } from './pager.tsx'
import { renderInSpanish } from './testing.tsx'

const hrefOf = ({ offset, limit }: ListPage) => `/contracts?offset=${offset}&limit=${limit}`

function linkTo(name: string) {
  return screen.getByRole('link', { name }).getAttribute('href')
}

test('in the middle of a list there is a way on and a way back', () => {
  renderInSpanish(<Pager offset={250} limit={25} total={1084} hrefOf={hrefOf} />)
  expect(screen.getByRole('navigation', { name: 'Páginas' }).textContent).toContain('251–275 de 1.084')
  expect(linkTo('Anteriores')).toBe('/contracts?offset=225&limit=25')
  expect(linkTo('Siguientes')).toBe('/contracts?offset=275&limit=25')
  expect(linkTo('Página 44')).toBe('/contracts?offset=1075&limit=25')
  expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('11')
})

test('the last page ends where the list ends', () => {
  renderInSpanish(<Pager offset={20} limit={10} total={24} hrefOf={hrefOf} />)
  expect(screen.getByRole('navigation').textContent).toContain('21–24 de 24')
  expect(screen.queryByRole('link', { name: 'Siguientes' })).toBeNull()
})

test('from an uneven place the way back does not lead before the beginning', () => {
  renderInSpanish(<Pager offset={5} limit={10} total={24} hrefOf={hrefOf} />)
  expect(linkTo('Anteriores')).toBe('/contracts?offset=0&limit=10')
})

test('another size is told to the list', async () => {
  const onSize = vi.fn()
  renderInSpanish(<Pager offset={0} limit={10} total={24} hrefOf={hrefOf} sizes={[10, 25]} onSize={onSize} />)
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Por página' }), '25')
  expect(onSize).toHaveBeenCalledWith(25)
})

test('an empty list has no pages', () => {
  const { container } = renderInSpanish(<Pager offset={0} limit={10} total={0} hrefOf={hrefOf} />)
  expect(within(container).queryByRole('navigation')).toBeNull()
})
