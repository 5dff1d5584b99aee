import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { answer, renderAt } from '#kit/web/portal-testing.tsx'
import { reloadPage } from '#kit/web/reload-page.ts'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { logOut } from '../api.ts'
import session from '../texts/es.json'
import { SessionEndedDialog } from './session-ended-dialog.tsx'

vi.mock('#kit/web/reload-page.ts', () => ({ reloadPage: vi.fn() }))
standInForTopLayer()
beforeEach(() => vi.mocked(reloadPage).mockClear())

test.each([
  ['signs out, and loads the page anew, which leads to the log-in and back', () => undefined],
  [
    'does so also when signing out cannot be told',
    () => {
      throw new Refused('unavailable', 503)
    },
  ],
])('the way out %s', async (_, reply) => {
  const leave = vi.fn(reply)
  await renderAt('/invoices', <SessionEndedDialog />, { messages: { session }, answers: [answer(logOut, leave)] })
  expect(screen.getByRole('dialog', { name: 'Tu sesión ha terminado' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Salir y volver a entrar' }))
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(leave).toHaveBeenCalledOnce()
})
