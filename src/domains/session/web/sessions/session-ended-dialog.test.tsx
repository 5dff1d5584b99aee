import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { logOut } from '../../api.ts'
import session from '../../texts/es.json'
import { SessionEndedDialog } from './session-ended-dialog.tsx'

vi.mock('#kit/web/navigation/reload-page.ts', () => ({ reloadPage: vi.fn() }))
mockTopLayer()
beforeEach(() => vi.mocked(reloadPage).mockClear())

test.each([
  ['signs out and reloads the page, which leads to the sign-in page and back', () => undefined],
  [
    'does the same when signing out fails',
    () => {
      throw new Refused('unavailable', 503)
    },
  ],
])('the exit button %s', async (_, reply) => {
  const leave = vi.fn(reply)
  await renderAt('/invoices', <SessionEndedDialog />, { messages: { session }, callMocks: [mockCall(logOut, leave)] })
  expect(screen.getByRole('dialog', { name: 'Tu sesión ha terminado' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Cerrar' })).toBeNull()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Salir y volver a entrar' }))
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(leave).toHaveBeenCalledOnce()
})
