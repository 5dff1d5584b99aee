import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { listAccountAccess } from '../account-access-api.ts'
import { type AccessToken, createAccessToken, listAccessTokens, revokeAccessToken } from '../api.ts'
import accessTokens from '../texts/es.json'
import { ProgramsScreen } from './programs-screen.tsx'

mockTopLayer()
const session = { toProfile: 'Mi perfil' }
const app = { refusals: { token_readonly: 'Solo lectura', unexpected: 'Algo ha fallado' } }
const atHome: AccessToken = {
  id: 7,
  name: 'Domótica de casa',
  scopes: ['contracts:read', 'curves:read'],
  created_at: '2026-11-20T10:00:00Z',
  expires_at: '2027-02-18T10:00:00Z',
  last_used_at: null,
}

type ProgramsScreenOptions = {
  tokens?: AccessToken[]
  make?: () => { token: string }
  end?: () => undefined
  readonly?: boolean
}

async function show({ tokens = [atHome], make, end = () => undefined, readonly = false }: ProgramsScreenOptions = {}) {
  let items = tokens
  const made = vi.fn((_: unknown) => {
    const answered = make?.() ?? { token: 'llum_read_a' }
    items = [atHome]
    return answered
  })
  await renderAt('/profile/programs', <ProgramsScreen />, {
    boot: { signedIn: { ...anna, readonly } },
    messages: { 'access-tokens': accessTokens, session, app },
    callMocks: [
      mockCall(listAccessTokens, () => ({ items })),
      mockCall(listAccountAccess, () => ({ items: [] })),
      mockCall(createAccessToken, made),
      mockCall(revokeAccessToken, () => {
        end()
        items = []
        return undefined
      }),
    ],
  })
  await screen.findByRole('button', { name: 'Crear una clave' })
  return made
}

test('shows for each token what it reads, until when, and that it has not been used yet', async () => {
  await show()
  const row = screen.getByRole('row', { name: /Domótica de casa/ })
  for (const text of ['Contratos, Consumo por horas', '18/02/2027', 'Todavía no se ha usado'])
    expect(within(row).getByText(text)).toBeDefined()
})

test('removes a revoked token', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar la clave de Domótica de casa' }))
  expect(await screen.findByText('Ningún programa tiene acceso')).toBeDefined()
})

test('keeps a token that could not be revoked, and reports the failure', async () => {
  await show({
    end: () => {
      throw new Refused('unexpected', 500)
    },
  })
  await userEvent.click(screen.getByRole('button', { name: /Cerrar la clave/ }))
  expect(await screen.findByText(/No hemos podido cerrar/)).toBeDefined()
  expect(screen.getByRole('row', { name: /Domótica de casa/ })).toBeDefined()
})

test('creates a token for what is ticked, and shows it once', async () => {
  const made = await show({ tokens: [] })
  await userEvent.click(screen.getByRole('button', { name: 'Crear una clave' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Crear la clave' }))
  expect(screen.getByText('Ponle un nombre para reconocerla.')).toBeDefined()
  expect(screen.getByText('Marca al menos una cosa.')).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: /Para qué programa/ }), 'Domótica de casa')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Facturas' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Un año' }))
  await userEvent.click(screen.getByRole('button', { name: 'Crear la clave' }))
  expect(await screen.findByText('llum_read_a')).toBeDefined()
  expect(made.mock.calls[0]![0]).toMatchObject({
    body: { name: 'Domótica de casa', scopes: ['invoices:read'], days: 365 },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Ya la he copiado' }))
  expect(await screen.findByRole('row', { name: /Domótica de casa/ })).toBeDefined()
  expect(screen.queryByText('llum_read_a')).toBeNull()
})

test('shows a refusal and keeps the draft', async () => {
  await show({
    tokens: [],
    make: () => {
      throw new Refused('access_tokens_too_many', 409)
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Crear una clave' }))
  const name = await screen.findByRole('textbox', { name: /Para qué programa/ })
  await userEvent.type(name, 'Otra')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Contratos' }))
  await userEvent.click(screen.getByRole('button', { name: 'Crear la clave' }))
  expect(await screen.findByText(/Tienes demasiadas claves/)).toBeDefined()
  expect((name as HTMLInputElement).value).toBe('Otra')
})

test('a read-only user creates and revokes none', async () => {
  await show({ readonly: true })
  for (const name of ['Crear una clave', 'Cerrar la clave de Domótica de casa'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})
