import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { beginLink, connectAccount, listIdentities } from '../identities-api.ts'
import session from '../texts/es.json'
import { ConnectScreen } from './connect-screen.tsx'

vi.mock('#kit/web/navigation/reload-page.ts', () => ({ reloadPage: vi.fn() }))
beforeEach(() => vi.mocked(reloadPage).mockClear())

type ConnectScreenOptions = {
  address?: string
  items?: { issuer: string; linked_at: string }[]
  awaitsLink?: boolean
  isOffered?: boolean
  readonly?: boolean
  connect?: (sent: unknown) => { token: string; change_password: boolean }
}

function show({
  address = '/connect',
  items = [],
  awaitsLink = false,
  isOffered = true,
  readonly = false,
  connect = () => ({ token: 't', change_password: false }),
}: ConnectScreenOptions = {}) {
  return renderAt(address, <ConnectScreen />, {
    path: '/connect',
    boot: { settings: defaultSettings, signedIn: { ...anna, readonly } },
    messages: { app, session },
    callMocks: [
      mockCall(listIdentities, () => ({ items, is_offered: isOffered, awaits_link: awaitsLink })),
      mockCall(connectAccount, connect),
      mockCall(beginLink, () => ({ address: 'https://idp.example/auth' })),
    ],
  })
}

describe('a new user from the identity provider', () => {
  async function fill() {
    const person = userEvent.setup()
    await person.type(await screen.findByLabelText('Usuario, NIF o correo electrónico'), 'anna')
    await person.type(screen.getByLabelText('Contraseña'), 'Escala-de-llum-7')
    await person.click(screen.getByRole('button', { name: 'Vincular y entrar' }))
  }

  test('links the account that the password opens, and is redirected from there', async () => {
    const connect = vi.fn(() => ({ token: 't', change_password: false }))
    await show({ awaitsLink: true, connect })
    await fill()
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    expect(connect).toHaveBeenCalledWith({ body: { user: 'anna', password: 'Escala-de-llum-7' } })
  })

  test.each([
    ['login_error', 403, 'El usuario o la contraseña no son correctos'],
    ['second_factor_first', 403, 'Esa cuenta pide un segundo paso'],
    ['too_many_attempts', 429, 'Demasiados intentos'],
    ['unknown', 500, 'Algo ha fallado'],
  ])('sees %s, with the draft unchanged', async (code, status, words) => {
    await show({
      awaitsLink: true,
      connect: () => {
        throw new Refused(code, status)
      },
    })
    await fill()
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña').value).toBe('Escala-de-llum-7')
  })

  test('sees on the page what was wrong without JavaScript', async () => {
    await show({ awaitsLink: true, address: '/connect?failed=login_error' })
    expect((await screen.findByRole('alert')).textContent).toContain('El usuario o la contraseña no son correctos')
    expect(screen.queryByText(/Ese acceso ya es de otra cuenta/)).toBeNull()
    expect(screen.getByLabelText<HTMLInputElement>('Contraseña').form?.method).toBe('post')
  })

  test('is told what is missing', async () => {
    await show({ awaitsLink: true })
    await userEvent.setup().click(await screen.findByRole('button', { name: 'Vincular y entrar' }))
    expect(screen.getByRole('alert').textContent).toContain('Pon tu contraseña.')
  })
})

describe('an account', () => {
  test('that is linked shows with whom and since when', async () => {
    await show({ items: [{ issuer: 'https://idp.example', linked_at: '2026-11-20T10:00:00Z' }] })
    expect(await screen.findByText('idp.example')).toBeDefined()
    expect(screen.getByText('Desde el 20/11/2026, 11:00')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
    const ways = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(ways).toEqual([
      ['Ir a mi área', '/login'],
      ['Seguridad', '/profile/security'],
    ])
  })

  test('that is not linked can be, but not by a read-only user', async () => {
    await show({ readonly: true })
    expect((await screen.findByRole('button', { name: 'Vincular mi cuenta' })).getAttribute('aria-disabled')).toBe(
      'true',
    )
  })

  test('of a retailer without a provider has nothing to link', async () => {
    await show({ isOffered: false })
    expect(await screen.findByText(/no ofrece acceso único/)).toBeDefined()
  })

  test('is told when the identity belongs to another account', async () => {
    await show({ address: '/connect?failed=identity_taken' })
    expect((await screen.findByRole('alert')).textContent).toContain('Ese acceso ya es de otra cuenta')
  })
})
