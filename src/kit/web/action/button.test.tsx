import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { TextField } from '../form/text-field.tsx'
import { renderInSpanish } from '../render-testing.tsx'
import { Button } from './button.tsx'

test('a busy button ignores a second press, keeps the focus and announces that it is busy', async () => {
  const onClick = vi.fn()
  const { rerender } = renderInSpanish(<Button onClick={onClick}>Pagar</Button>)
  await userEvent.click(screen.getByRole('button', { name: 'Pagar' }))
  rerender(
    <Button isBusy onClick={onClick}>
      Pagar
    </Button>,
  )
  const busy = screen.getByRole('button', { name: 'Pagar, un momento' })
  expect(document.activeElement).toBe(busy)
  await userEvent.click(busy)
  expect(onClick).toHaveBeenCalledOnce()
})

test('a form with a busy button is not submitted by the Enter key either', async () => {
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
  const form = (isBusy: boolean) => (
    <form onSubmit={onSubmit}>
      <TextField label="Código" />
      <Button type="submit" isBusy={isBusy}>
        Enviar
      </Button>
    </form>
  )
  const { rerender } = renderInSpanish(form(false))
  await userEvent.type(screen.getByRole('textbox', { name: 'Código' }), '1{Enter}')
  rerender(form(true))
  await userEvent.type(screen.getByRole('textbox', { name: 'Código' }), '2{Enter}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

test('a disabled button stays focusable and shows its reason', async () => {
  const onClick = vi.fn()
  renderInSpanish(
    <Button disabledReason="Solo puedes mirar." onClick={onClick}>
      Pagar
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Pagar', description: 'Solo puedes mirar.' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  const statusMessage = await screen.findByRole('status')
  expect(statusMessage.textContent).toBe('Solo puedes mirar.')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('status')).toBeNull()
})

test('a disabled reason disappears after five seconds and is announced within the dialog of its button', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderInSpanish(
    <dialog open aria-label="Cambiar">
      <Button disabledReason="Solo puedes mirar.">Guardar</Button>
    </dialog>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  const statusMessage = await screen.findByRole('status')
  expect(statusMessage.closest('dialog')).toBe(screen.getByRole('dialog'))
  vi.advanceTimersByTime(4_900)
  expect(screen.queryByRole('status')).not.toBeNull()
  vi.advanceTimersByTime(200)
  expect(screen.queryByRole('status')).toBeNull()
  vi.useRealTimers()
})
