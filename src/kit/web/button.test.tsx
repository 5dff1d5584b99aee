import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { FormEvent } from 'react'
import { expect, test, vi } from 'vitest'
import { Button } from './button.tsx'
import { renderInSpanish } from './testing.tsx'
import { TextField } from './text-field.tsx'

test('a busy button takes no second press, keeps the focus and says that it is at work', async () => {
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

test('while its button is busy a form is not sent by the return key either', async () => {
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

test('a button that cannot be pressed here stays in reach and says why', async () => {
  const onClick = vi.fn()
  renderInSpanish(
    <Button whyNot="Solo puedes mirar." onClick={onClick}>
      Pagar
    </Button>,
  )
  const button = screen.getByRole('button', { name: 'Pagar', description: 'Solo puedes mirar.' })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await userEvent.tab()
  expect(document.activeElement).toBe(button)
  await userEvent.click(button)
  expect(onClick).not.toHaveBeenCalled()
  const told = await screen.findByRole('status')
  expect(told.textContent).toBe('Solo puedes mirar.')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('status')).toBeNull()
})

test('what a button says when pressed goes five seconds later, and is said in the dialog it stands in', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderInSpanish(
    <dialog open aria-label="Cambiar">
      <Button whyNot="Solo puedes mirar.">Guardar</Button>
    </dialog>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  const told = await screen.findByRole('status')
  expect(told.closest('dialog')).toBe(screen.getByRole('dialog'))
  vi.advanceTimersByTime(4_900)
  expect(screen.queryByRole('status')).not.toBeNull()
  vi.advanceTimersByTime(200)
  expect(screen.queryByRole('status')).toBeNull()
  vi.useRealTimers()
})
