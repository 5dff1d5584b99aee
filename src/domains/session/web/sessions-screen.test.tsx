import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import {
  endSession,
  type Impersonation,
  listImpersonations,
  listSessions,
  type OwnSession,
} from '../own-sessions-api.ts'
import session from '../texts/es.json'
import { SessionsScreen } from './sessions-screen.tsx'

const app = { refusals: { token_readonly: 'Solo lectura' } }
const here: OwnSession = {
  id: 'a',
  device: 'Firefox, Linux',
  opened_at: '2026-11-20T10:00:00Z',
  last_used_at: '2026-11-20T11:00:00Z',
  readonly: false,
  is_current: true,
}
const there: OwnSession = { ...here, id: 'b', device: 'Chrome, Android', is_current: false }

type SessionsScreenOptions = { end?: () => undefined; readonly?: boolean; looks?: Impersonation[] }

async function show({ end = () => undefined, readonly = false, looks = [] }: SessionsScreenOptions = {}) {
  let items = [here, there]
  const ended = vi.fn(() => {
    end()
    items = [here]
    return undefined
  })
  await renderAt('/profile/sessions', <SessionsScreen />, {
    boot: { signedIn: { ...anna, readonly } },
    messages: { session, app },
    callMocks: [
      mockCall(listSessions, () => ({ items })),
      mockCall(endSession, ended),
      mockCall(listImpersonations, () => ({ items: looks })),
    ],
  })
  await screen.findByRole('table', { name: /sesiones abiertas/ })
  return ended
}

test('links back to the profile', async () => {
  await show()
  expect(screen.getByRole('link', { name: 'Mi perfil' }).getAttribute('href')).toBe('/profile')
})

test('lists impersonations with their reason, or says that there were none', async () => {
  await show()
  expect(await screen.findByText('Nadie ha consultado tu cuenta.')).toBeDefined()
  cleanup()
  await show({ looks: [{ at: '2026-11-20T09:00:00Z', reason: 'Tu llamada de hoy' }] })
  const table = await screen.findByRole('table', { name: /Consultas de tu cuenta/ })
  expect(
    within(table).getByRole('row', { name: /20\/11\/2026, 10:00 Tu llamada de hoy|Tu llamada de hoy/ }),
  ).toBeDefined()
})

const endOther = { name: 'Cerrar sesión de Chrome, Android' }

test('lists every session with its device and times; the current one is marked and cannot be ended here', async () => {
  await show()
  const [, first] = screen.getAllByRole('row')
  expect(within(first!).getByRole('rowheader').textContent).toBe('Firefox, Linux')
  expect(first!.textContent).toContain('20/11/2026, 11:00')
  expect(within(first!).getByText('Esta sesión')).toBeDefined()
  expect(screen.getAllByRole('button', { name: /^Cerrar sesión/ })).toHaveLength(1)
})

test('ends another session and removes it from the list', async () => {
  const ended = await show()
  await userEvent.setup().click(screen.getByRole('button', endOther))
  await vi.waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull())
  expect(ended).toHaveBeenCalledWith({ params: { id: 'b' } })
})

test('reports a failure to end one, and what to do', async () => {
  await show({
    end: () => {
      throw new Refused('unexpected', 500)
    },
  })
  await userEvent.setup().click(screen.getByRole('button', endOther))
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido cerrar esa sesión')
})

test('lets a read-only user end nothing', async () => {
  const ended = await show({ readonly: true })
  const button = screen.getByRole('button', endOther)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(button.title).toBe('Solo lectura')
  await userEvent.setup().click(button)
  expect(ended).not.toHaveBeenCalled()
})
