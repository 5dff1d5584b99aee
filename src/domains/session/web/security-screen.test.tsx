import { startRegistration } from '@simplewebauthn/browser'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import app from '../../../app/texts/es.json'
import {
  addPasskey,
  beginCodeApp,
  beginPasskeyRegistration,
  confirmCodeApp,
  readSecurity,
  removeCodeApp,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
  type Security,
} from '../second-factor-api.ts'
import session from '../texts/es.json'
import { SecurityScreen } from './security-screen.tsx'

vi.mock('@simplewebauthn/browser', () => ({ startRegistration: vi.fn() }))
mockTopLayer()
beforeEach(() => void vi.mocked(startRegistration).mockReset())

const codes = ['aaaaa-bbbbb', 'ccccc-ddddd']
const phone = { id: 7, name: 'Móvil', created_at: '2026-11-20T10:00:00Z', last_used_at: null }
const question = { id: 'ffffffff-0000-4000-8000-000000000000', options: {} }

async function show({
  security = {},
  readonly = false,
  confirm = () => ({ recovery_codes: codes }),
}: {
  security?: Partial<Security>
  readonly?: boolean
  confirm?: () => { recovery_codes: string[] | null }
} = {}) {
  const now = { code_app: false, recovery_codes_left: 0, passkeys: [], ...security }
  const done = vi.fn((_: unknown) => undefined)
  await renderAt('/profile/security', <SecurityScreen />, {
    boot: { settings: defaultSettings, signedIn: { ...anna, readonly } },
    messages: { app, session },
    callMocks: [
      mockCall(readSecurity, () => now),
      mockCall(beginCodeApp, () => ({
        secret: 'GEZDGNBV',
        address: 'otpauth://totp/a',
        qr: { size: 33, path: 'M4 4h7v1h-7z' },
      })),
      mockCall(confirmCodeApp, confirm),
      mockCall(removeCodeApp, done),
      mockCall(renewRecoveryCodes, () => ({ recovery_codes: codes })),
      mockCall(beginPasskeyRegistration, () => question),
      mockCall(addPasskey, () => ({ passkey: phone, recovery_codes: codes })),
      mockCall(renamePasskey, done),
      mockCall(removePasskey, done),
    ],
  })
  await screen.findByRole('heading', { name: 'Llaves de acceso' })
  return done
}

const press = async (name: string) => userEvent.setup().click(await screen.findByRole('button', { name }))

async function keepCodes() {
  const list = await screen.findByRole('list', { name: 'Códigos de recuperación' })
  expect(
    within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(codes)
  await press('Los he guardado')
  expect(screen.queryByRole('dialog')).toBeNull()
}

describe('an authenticator app', () => {
  test('is switched on by a code, after which the recovery codes are shown', async () => {
    await show()
    await press('Activar los códigos')
    expect(await screen.findByRole('img', { name: /^Código QR/ })).toBeDefined()
    await userEvent.setup().type(screen.getByLabelText('Código de la aplicación'), '123456{Enter}')
    await keepCodes()
  })

  test('reports a wrong code at its field, which can be corrected', async () => {
    await show({
      confirm: () => {
        throw new Refused('invalid', 400)
      },
    })
    await press('Activar los códigos')
    await userEvent.setup().type(await screen.findByLabelText('Código de la aplicación'), '000000{Enter}')
    expect(await screen.findByText(/Ese código ya no vale/)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Código de la aplicación').value).toBe('000000')
  })

  test('is switched off', async () => {
    const done = await show({ security: { code_app: true, recovery_codes_left: 9 } })
    expect(screen.getByText('Te quedan 9 códigos para entrar si pierdes el móvil o la llave.')).toBeDefined()
    await press('Desactivar los códigos')
    await vi.waitFor(() => expect(done).toHaveBeenCalledOnce())
  })

  test('can be backed by new recovery codes', async () => {
    await show({ security: { code_app: true } })
    await press('Generar códigos nuevos')
    await keepCodes()
  })
})

describe('passkeys', () => {
  test('are created with a name', async () => {
    vi.mocked(startRegistration).mockResolvedValue({ id: 'key' } as never)
    await show()
    await press('Añadir una llave de acceso')
    await press('Crear la llave')
    expect(screen.getByText('Ponle un nombre.')).toBeDefined()
    await userEvent.setup().type(screen.getByLabelText('Nombre'), 'Móvil{Enter}')
    await keepCodes()
  })

  test('are not created where the browser refuses, and the name stays', async () => {
    vi.mocked(startRegistration).mockRejectedValue(new DOMException('', 'NotAllowedError'))
    await show()
    await press('Añadir una llave de acceso')
    await userEvent.setup().type(await screen.findByLabelText('Nombre'), 'Móvil{Enter}')
    expect((await screen.findByRole('alert')).textContent).toContain('No se ha creado ninguna llave')
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Móvil')
  })

  test('are renamed and removed', async () => {
    const done = await show({ security: { passkeys: [phone] } })
    await press('Cambiar el nombre de Móvil')
    const field = await screen.findByLabelText<HTMLInputElement>('Nombre')
    const person = userEvent.setup()
    await person.clear(field)
    await person.type(field, 'Móvil nuevo{Enter}')
    await vi.waitFor(() => expect(done).toHaveBeenCalledWith({ params: { id: '7' }, body: { name: 'Móvil nuevo' } }))
    await press('Quitar Móvil')
    await vi.waitFor(() => expect(done).toHaveBeenCalledWith({ params: { id: '7' } }))
  })
})

test('a read-only user changes nothing', async () => {
  await show({ readonly: true, security: { code_app: true, passkeys: [phone] } })
  for (const name of ['Desactivar los códigos', 'Generar códigos nuevos', 'Añadir una llave de acceso', 'Quitar Móvil'])
    expect(screen.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true')
})
