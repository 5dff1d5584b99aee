import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderAt } from '#kit/web/portal-testing.tsx'
import type { HtmlElement } from '../api.ts'
import { RetailerBlocks } from './retailer-blocks.tsx'

function aBlock(given: Partial<HtmlElement>): HtmlElement {
  const block = { id: 1, name: 'Block', group_name: 'Header', html_block: '<p>Hola</p>' }
  return { ...block, block_height: null, block_width: null, priority: 0, page_id: null, ...given }
}

const logo = <p>The logo</p>
const header = <RetailerBlocks group="Header" fallback={logo} />

test('shows the blocks of a place in order, and none of other places', async () => {
  const blocks = [
    aBlock({ id: 1, html_block: '<h2>Primero</h2>' }),
    aBlock({ id: 2, html_block: '<h2>En otra parte</h2>', group_name: 'Login' }),
    aBlock({ id: 3, html_block: '<h2>Segundo</h2>' }),
  ]
  await renderAt('/profile', header, { boot: { blocks } })
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Primero', 'Segundo'])
  expect(screen.queryByText('The logo')).toBeNull()
})

test('shows the fallback at a place without blocks', async () => {
  await renderAt('/profile', header, { boot: { blocks: [aBlock({ group_name: 'Login' })] } })
  expect(screen.getByText('The logo')).toBeDefined()
})

test.each(['/invoices', '/invoices-multipoint', '/invoices/pay-online', '/contracts/electricity/0001/invoices'])(
  'shows none of the retailer’s HTML at %s, where invoices are paid',
  async (address) => {
    await renderAt(address, header, { boot: { blocks: [aBlock({})] } })
    expect(screen.queryByText('Hola')).toBeNull()
    expect(screen.getByText('The logo')).toBeDefined()
  },
)

test('sizes blocks by a rule and not by style attributes', async () => {
  const blocks = [
    aBlock({ id: 7, html_block: '<p>Ancho</p>', block_height: '120', block_width: '50%' }),
    aBlock({ id: 8, html_block: '<p>Libre</p>', block_width: 'calc(1px)}body{display:none' }),
  ]
  const { container } = await renderAt('/profile', header, { boot: { blocks } })
  expect(container.querySelector('style')?.textContent).toBe('.html-block-7{min-height:120px;width:50%;}')
  expect(screen.getByText('Ancho').parentElement?.classList.contains('html-block-7')).toBe(true)
  expect(container.querySelector('[style]')).toBeNull()
})
