import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Button } from '../action/button.tsx'
import { mockTopLayer, renderInSpanish } from '../render-testing.tsx'
import { ToastProvider, useToast } from './toast.tsx'

beforeEach(mockTopLayer)

function Save() {
  const say = useToast()
  return <Button onClick={() => say('Hemos guardado la dirección')}>Guardar</Button>
}

test('announces a completed action, and disappears six seconds after the last one', () => {
  vi.useFakeTimers()
  renderInSpanish(
    <ToastProvider>
      <Save />
    </ToastProvider>,
  )
  const said = () => screen.getByRole('status').textContent
  const save = () => fireEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  save()
  act(() => vi.advanceTimersByTime(4000))
  save()
  act(() => vi.advanceTimersByTime(4000))
  expect(said()).toBe('Hemos guardado la dirección')
  act(() => vi.advanceTimersByTime(2000))
  expect(said()).toBe('')
  vi.useRealTimers()
})
