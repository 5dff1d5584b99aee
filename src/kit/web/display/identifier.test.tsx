import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ToastProvider } from '../overlay/toast.tsx'
import { mockTopLayer, renderInSpanish } from '../render-testing.tsx'
import { Identifier } from './identifier.tsx'

const cups = { label: 'CUPS', value: 'ES0031406083219007ZY', groups: ['ES', '0031', '4060', '8321', '9007', 'ZY'] }

beforeEach(mockTopLayer)

function renderCups() {
  renderInSpanish(
    <ToastProvider>
      <Identifier {...cups} />
    </ToastProvider>,
  )
}

test('the button copies the value without gaps and confirms it', async () => {
  const user = userEvent.setup()
  renderCups()
  await user.click(screen.getByRole('button', { name: 'Copiar CUPS' }))
  expect(await navigator.clipboard.readText()).toBe(cups.value)
  expect(screen.getByRole('status').textContent).toBe('CUPS en el portapapeles')
})

test('the gaps between the groups are not characters', () => {
  const { container } = renderInSpanish(<Identifier label="CUPS" groups={cups.groups} />)
  expect(container.textContent).toBe(cups.value)
})

test('the text stays selected and the button gives instructions where the browser refuses to copy', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('NotAllowedError'))
  renderCups()
  await user.click(screen.getByRole('button', { name: 'Copiar CUPS' }))
  expect(getSelection()?.toString()).toBe(cups.value)
  expect(screen.getByRole('button', { name: /CUPS queda seleccionado/ })).toBeTruthy()
})

test('a masked account number cannot be copied', () => {
  renderInSpanish(<Identifier label="IBAN" groups={['ES94', '••••', '3157']} />)
  expect(screen.queryByRole('button')).toBeNull()
})
