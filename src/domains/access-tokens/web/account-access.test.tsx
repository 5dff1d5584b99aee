import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { type AccessItem, endAccountAccess, listAccountAccess } from '../account-access-api.ts'
import { listAccessTokens } from '../api.ts'
import accessTokens from '../texts/es.json'
import { ProgramsScreen } from './programs-screen.tsx'

const phone: AccessItem = {
  kind: 'passkey',
  id: '7',
  name: 'Móvil de Anna',
  since: '2026-11-01T10:00:00Z',
  last_used_at: '2026-11-20T10:00:00Z',
}
const program: AccessItem = {
  kind: 'client',
  id: 'abcdef0123',
  name: 'abcdef01…',
  since: '2026-10-01T10:00:00Z',
  last_used_at: null,
}

async function show({
  address = '/profile/programs',
  items = [phone, program],
  readonly = false,
  refuse,
}: {
  address?: string
  items?: AccessItem[]
  readonly?: boolean
  refuse?: Refused
} = {}) {
  let present = items
  const end = vi.fn(({ body }: { body: { items: { id: string }[] } }) => {
    if (refuse) throw refuse
    present = present.filter(({ id }) => !body.items.some((each) => each.id === id))
    return { ended: body.items.length }
  })
  await renderAt(address, <ProgramsScreen />, {
    boot: { signedIn: { ...anna, readonly } },
    messages: { 'access-tokens': accessTokens, session: { toProfile: 'Mi perfil' }, app },
    callMocks: [
      mockCall(listAccessTokens, () => ({ items: [] })),
      mockCall(listAccountAccess, () => ({ items: present })),
      mockCall(endAccountAccess, end as never),
    ],
  })
  await screen.findByRole('heading', { name: 'Qué más tiene acceso a tu cuenta' })
  return end
}

const press = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }))

test('lists the remaining access after a password change, with a link to continue', async () => {
  await show({ address: '/profile/programs?step=changed&redirectPath=%2Finvoices' })
  expect(screen.getByText(/Contraseña cambiada/)).toBeDefined()
  expect(await screen.findByRole('checkbox', { name: /Llave de acceso: Móvil de Anna/ })).toBeDefined()
  expect(screen.getByRole('checkbox', { name: /Identificador de programa: abcdef01…/ })).toBeDefined()
  const onward = screen.getByRole('link', { name: 'Dejarlo como está' })
  expect(onward.getAttribute('href')).toBe('/login?redirectPath=%2Finvoices')
})

test('revokes what is ticked and leaves the rest', async () => {
  const end = await show()
  await userEvent.click(await screen.findByRole('checkbox', { name: /Móvil de Anna/ }))
  await press('Cerrar lo marcado')
  expect(await screen.findByText('Un acceso cerrado: ya no entra.')).toBeDefined()
  expect(end).toHaveBeenCalledWith(expect.objectContaining({ body: { items: [{ kind: 'passkey', id: '7' }] } }))
  expect(screen.queryByRole('checkbox', { name: /Móvil de Anna/ })).toBeNull()
  expect(screen.getByRole('checkbox', { name: /abcdef01/ })).toBeDefined()
})

test('revokes everything at once', async () => {
  await show({ address: '/profile/programs?step=changed' })
  await press('Cerrar todo')
  expect(await screen.findByText('2 accesos cerrados: ya no entran.')).toBeDefined()
  expect(screen.getByText('Nada más tiene acceso a tu cuenta.')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Ir a mi área' })).toBeDefined()
})

test('revokes nothing when nothing is ticked, and says what to do', async () => {
  const end = await show()
  await press('Cerrar lo marcado')
  expect((await screen.findByRole('alert')).textContent).toContain('Marca al menos un acceso.')
  expect(end).not.toHaveBeenCalled()
})

test.each([
  ['the last way to sign in', 'last_way_in', /Es tu única forma de entrar/],
  ['any other failure', 'unexpected', new RegExp(app.refusals.unexpected.slice(0, 15))],
])('shows the refusal: %s', async (_, code, text) => {
  await show({ refuse: new Refused(code, 409) })
  await press('Cerrar todo')
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect(screen.getByRole('checkbox', { name: /Móvil de Anna/ })).toBeDefined()
})

test('without JavaScript, shows from the URL what was revoked, or why it was not', async () => {
  await show({ address: '/profile/programs?failed=last_way_in' })
  expect((await screen.findByRole('alert')).textContent).toContain('Es tu única forma de entrar')
})

test('a read-only user can revoke nothing', async () => {
  await show({ readonly: true })
  expect((await screen.findByRole('button', { name: 'Cerrar todo' })).getAttribute('aria-disabled')).toBe('true')
})
