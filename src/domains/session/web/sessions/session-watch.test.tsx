import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { keepSessionAlive, readSessionExpiry, type SessionExpiry } from '../../own-sessions-api.ts'
import session from '../../texts/es.json'
import { SessionWatch } from './session-watch.tsx'

mockTopLayer()
beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true }))
afterEach(() => vi.useRealTimers())

const title = 'Tu sesión está a punto de terminar'

async function show(
  lives: SessionExpiry[],
  stay: () => SessionExpiry = () => ({ seconds_left: 1800, can_stay: true }),
) {
  const readExpiry = vi.fn(() => lives.shift() ?? { seconds_left: 1800, can_stay: true })
  const stayed = vi.fn(stay)
  await renderAt(
    '/invoices',
    <>
      <label>
        Nota
        <input />
      </label>
      <SessionWatch />
    </>,
    {
      boot: { signedIn: anna },
      messages: { session },
      callMocks: [mockCall(readSessionExpiry, readExpiry), mockCall(keepSessionAlive, stayed)],
    },
  )
  await vi.waitFor(() => expect(readExpiry).toHaveBeenCalled())
  return { asked: readExpiry, stayed }
}

test('shows nothing while the session lasts', async () => {
  const { asked: readExpiry } = await show([
    { seconds_left: 1800, can_stay: true },
    { seconds_left: 1500, can_stay: true },
  ])
  await act(() => vi.advanceTimersByTimeAsync(1680_000))
  expect(readExpiry, 'requested again, because another window may have used the session').toHaveBeenCalledTimes(2)
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('warns two minutes before the end, and one key extends the session with everything unchanged', async () => {
  const { stayed } = await show([
    { seconds_left: 150, can_stay: true },
    { seconds_left: 120, can_stay: true },
  ])
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await person.type(screen.getByLabelText('Nota'), 'a medias')
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  const dialog = await screen.findByRole('alertdialog', { name: title })
  expect(document.getElementById(dialog.getAttribute('aria-describedby')!)?.textContent).toContain('Llevas un rato')
  expect(screen.getByRole('timer').textContent).toBe('2:00')
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(screen.getByRole('timer').textContent).toBe('0:59')
  expect(screen.getByText('Quedan 60 segundos.')).toBeDefined()

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Seguir en la sesión' }))
  await person.keyboard('{Enter}')
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(stayed).toHaveBeenCalledOnce()
  expect(screen.getByLabelText<HTMLInputElement>('Nota').value).toBe('a medias')
})

test('reports that extending failed, and can be retried', async () => {
  const stay = () => {
    throw new TypeError('Failed to fetch')
  }
  await show([{ seconds_left: 100, can_stay: true }], stay)
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  await person.click(await screen.findByRole('button', { name: 'Seguir en la sesión' }))
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido alargar la sesión')
})

test('reports an end that cannot be moved, and lets the page be finished', async () => {
  await show([{ seconds_left: 90, can_stay: false }])
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  expect((await screen.findByRole('alertdialog')).textContent).toContain('Guarda lo que tengas a medias')
  await person.click(screen.getByRole('button', { name: 'Entendido' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

test('checks once more at the end, since another window may have extended the session', async () => {
  const { asked: readExpiry } = await show([
    { seconds_left: 5, can_stay: true },
    { seconds_left: 1800, can_stay: true },
  ])
  await screen.findByRole('alertdialog')
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  await vi.waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(readExpiry).toHaveBeenCalledTimes(2)
})
