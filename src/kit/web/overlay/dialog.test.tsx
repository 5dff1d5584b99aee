import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../action/button.tsx'
import { mockTopLayer, renderInSpanish } from '../render-testing.tsx'
import { Dialog } from './dialog.tsx'

beforeEach(mockTopLayer)

function Payment({ isClosable, onClose = () => {} }: { isClosable?: boolean; onClose?: () => void }) {
  const [isOpen, setOpen] = useState(false)
  const [title, setTitle] = useState('Pagar con tarjeta')
  function close() {
    setOpen(false)
    onClose()
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Pagar</Button>
      {isOpen && (
        <Dialog
          title={title}
          subject="Factura FE26/157374"
          figure="45,69&nbsp;€"
          isClosable={isClosable}
          onClose={close}
        >
          <input type="file" aria-label="Justificante" />
          <Button onClick={() => setTitle('Pagada')}>Pagar 45,69&nbsp;€</Button>
        </Dialog>
      )}
    </>
  )
}

async function open(payment = <Payment />) {
  renderInSpanish(payment)
  await userEvent.click(screen.getByRole('button', { name: 'Pagar' }))
  return screen.getByRole('dialog', { name: 'Pagar con tarjeta' })
}

test('a dialog names its subject and reads its title first', async () => {
  const dialog = await open()
  expect(dialog.textContent).toContain('Factura FE26/157374')
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pagar con tarjeta' }))
})

test('its next step is also read from the title', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: /45,69/ }))
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Pagada' }))
})

test('closing it returns the focus to the element that opened it', async () => {
  await open()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Pagar' }))
})

test('Escape closes it once', async () => {
  const onClose = vi.fn()
  const dialog = await open(<Payment onClose={onClose} />)
  fireEvent(dialog, new Event('cancel', { cancelable: true }))
  await Promise.resolve()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(onClose).toHaveBeenCalledOnce()
})

test('one that is not closable has no close button and reopens where the browser closes it', async () => {
  const dialog = await open(<Payment isClosable={false} />)
  expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull()
  const cancel = new Event('cancel', { cancelable: true })
  fireEvent(dialog, cancel)
  expect(cancel.defaultPrevented).toBe(true)
  ;(dialog as HTMLDialogElement).close()
  await Promise.resolve()
  expect(screen.getByRole('dialog', { name: 'Pagar con tarjeta' })).toBe(dialog)
})

test('cancelling a file input inside does not close it', async () => {
  await open()
  fireEvent(screen.getByLabelText('Justificante'), new Event('cancel', { bubbles: true }))
  expect(screen.getByRole('dialog')).toBeTruthy()
})

test('a suspended one keeps its input and reopens afterwards', async () => {
  const onClose = vi.fn()
  const inside = (isAside: boolean) => (
    <Dialog title="Confirma el pago" isSuspended={isAside} onClose={onClose}>
      <input aria-label="Nombre" />
    </Dialog>
  )
  const { rerender } = renderInSpanish(inside(false))
  const dialog = screen.getByRole<HTMLDialogElement>('dialog')
  fireEvent.input(screen.getByRole('textbox'), { target: { value: 'Anna' } })
  rerender(inside(true))
  await Promise.resolve()
  expect(dialog.open).toBe(false)
  rerender(inside(false))
  expect(dialog.open).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('textbox').value).toBe('Anna')
  expect(onClose).not.toHaveBeenCalled()
})
