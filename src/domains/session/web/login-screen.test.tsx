import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { logIn, verifySecondFactor } from '../api.ts'
import session from '../texts/es.json'
import { LoginScreen } from './login-screen.tsx'

vi.mock('#kit/web/navigation/reload-page.ts', () => ({ reloadPage: vi.fn() }))
beforeEach(() => vi.mocked(reloadPage).mockClear())

const wrong = 'El usuario o la contraseña no son correctos. Revísalos y prueba otra vez.'

function show({
  address = '/login',
  reply = () => ({ token: 't', change_password: false }),
  ...boot
}: {
  address?: string
  reply?: (sent: unknown) => { token: string; change_password: boolean }
  [name: string]: unknown
} = {}) {
  return renderAt(address, <LoginScreen />, {
    boot: { settings: defaultSettings, ...boot },
    messages: { app, session },
    callMocks: [mockCall(logIn, reply)],
  })
}

async function enter(user: string, password: string) {
  const person = userEvent.setup()
  if (user) await person.type(screen.getByLabelText('Usuario, NIF o correo electrónico'), user)
  if (password) await person.type(screen.getByLabelText('Contraseña'), password)
  await person.click(screen.getByRole('button', { name: /^Entrar/ }))
}

describe('signing in', () => {
  test('sends the input, and follows the server’s redirect', async () => {
    const reply = vi.fn(() => ({ token: 't', change_password: false }))
    await show({ reply })
    await enter('anna', 'Escala-de-llum-7')
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    expect(reply).toHaveBeenCalledWith({ body: { user: 'anna', password: 'Escala-de-llum-7' } })
  })

  test('marks the fields for password managers', async () => {
    await show()
    expect(screen.getByLabelText('Usuario, NIF o correo electrónico').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Contraseña').getAttribute('autocomplete')).toBe('current-password')
  })

  test('posts the form, so that without JavaScript no input gets into a URL', async () => {
    const { container } = await show()
    expect(container.querySelector('form')?.method).toBe('post')
  })

  test('reports what is missing, above and beside the field, without a request', async () => {
    const reply = vi.fn()
    await show({ reply })
    await enter('', '')
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    const links = within(summary).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(['Pon tu usuario, NIF o correo.', 'Pon tu contraseña.'])
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['#login-user', '#login-password'])
    expect(screen.getByLabelText('Contraseña').getAttribute('aria-invalid')).toBe('true')
    expect(reply).not.toHaveBeenCalled()
  })

  test('reports wrong credentials without saying which, and keeps the draft', async () => {
    await show({
      reply: () => {
        throw new Refused('login_error', 401)
      },
    })
    await enter('anna', 'wrong')
    expect(within(await screen.findByRole('alert')).getByText(wrong)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Usuario, NIF o correo electrónico').value).toBe('anna')
    expect(reloadPage).not.toHaveBeenCalled()
  })

  test.each([
    ['too many attempts', new Refused('too_many_attempts', 429), 'Demasiados intentos seguidos'],
    ['a server under load', new Refused('unavailable', 503), 'Ahora no podemos atenderte'],
    ['no connection', new TypeError('Failed to fetch'), 'Algo ha fallado por nuestra parte'],
  ])('%s: says what to do, and can be retried', async (_, failure, expectedText) => {
    await show({
      reply: () => {
        throw failure
      },
    })
    await enter('anna', 'whatever')
    expect((await screen.findByRole('alert')).textContent).toContain(expectedText)
    expect(screen.getByRole('button', { name: 'Entrar' }).getAttribute('aria-disabled')).not.toBe('true')
  })
})

describe('what the page shows by itself', () => {
  test('after a post without JavaScript: what went wrong', async () => {
    await show({ address: '/login?failed=login_error' })
    expect(within(screen.getByRole('alert')).getByText(wrong)).toBeDefined()
  })

  test('after the end of a session: why the user is here', async () => {
    await show({ sessionEnded: true })
    expect(screen.getByText('Tu sesión ha terminado. Entra otra vez y sigues donde estabas.')).toBeDefined()
  })

  test('whose portal it is, what this hour costs and how to get help', async () => {
    await show({ now: '2026-11-20T15:20:00Z' })
    expect(screen.getByRole('link', { name: 'Demo Energia' })).toBeDefined()
    expect(screen.getByText('Ahora, 16:20', { selector: 'b' }).parentElement?.textContent).toBe(
      'Ahora, 16:20 Precio llano hasta las 18:00',
    )
    expect(screen.getByRole('link', { name: '900 000 000' }).getAttribute('href')).toBe('tel:900000000')
  })

  test('the retailer’s own message', async () => {
    const block = { id: 1, name: 'News', group_name: 'Login', html_block: '<p>Cerramos el lunes</p>' }
    const blocks = [{ ...block, block_height: null, block_width: null, priority: 0, page_id: null }]
    await show({ blocks })
    expect(await screen.findByText('Cerramos el lunes')).toBeDefined()
  })

  test('links to a new password, and to sign-up where the retailer allows it', async () => {
    const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')
    const features = { ...defaultSettings.features, signup: true }
    await show({ settings: { ...defaultSettings, features } })
    await screen.findByRole('link', { name: 'He olvidado mi contraseña' })
    expect(hrefOf('He olvidado mi contraseña')).toBe('/reset-password')
    expect(hrefOf('Crear una cuenta')).toBe('/register')
    expect(hrefOf('Activar mi cuenta')).toBe('/activation')
  })

  test('no link to sign-up where it is closed', async () => {
    const features = { ...defaultSettings.features, signup: false }
    await show({ settings: { ...defaultSettings, features } })
    await screen.findByRole('link', { name: 'He olvidado mi contraseña' })
    expect(screen.queryByRole('link', { name: /cuenta/ })).toBeNull()
  })
})

describe('by the retailer’s identity provider', () => {
  const settingsOf = (allowDefaultLogin: boolean) => ({
    ...defaultSettings,
    features: { ...defaultSettings.features, oidc: true },
    oidc: { ...defaultSettings.oidc, allowDefaultLogin },
  })
  const way = { name: 'Entrar con tu cuenta de Demo Energia' }

  test('is the only way, and preserves the target page', async () => {
    await show({ address: '/login?redirectPath=%2Fconnect', settings: settingsOf(false), hasIdentityProvider: true })
    const link = await screen.findByRole('link', way)
    expect(link.getAttribute('href')).toBe('/api/v2/user/openid/start?redirectPath=%2Fconnect')
    expect(screen.getByRole('heading', { level: 1, name: 'Entra en tu área de cliente' })).toBeDefined()
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
  })

  test('is offered beside user and password where the retailer allows them', async () => {
    await show({ settings: settingsOf(true), hasIdentityProvider: true })
    expect(await screen.findByRole('link', way)).toBeDefined()
    expect(screen.getByLabelText('Contraseña')).toBeDefined()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  test('reports a failure', async () => {
    await show({ address: '/login?failed=openid_down', settings: settingsOf(false), hasIdentityProvider: true })
    expect((await screen.findByRole('alert')).textContent).toContain('El acceso no ha funcionado')
  })

  test('says that signing in is not possible, and whom to call, without a provider', async () => {
    await show({ settings: settingsOf(false) })
    await screen.findByRole('heading', { level: 1, name: 'Ahora no se puede entrar' })
    const helpText = screen.getByText(/Si tienes prisa, llámanos/)
    expect(within(helpText).getByRole('link', { name: '900 000 000' }).getAttribute('href')).toBe('tel:900000000')
    expect(screen.getByRole('link', { name: 'Probar otra vez' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('link', way)).toBeNull()
  })

  test('leaves user and password as the only way without a provider', async () => {
    await show({ settings: settingsOf(true) })
    expect(await screen.findByRole('button', { name: 'Usar una llave de acceso' })).toBeDefined()
    expect(screen.queryByRole('link', way)).toBeNull()
  })
})

describe('an account with a second factor', () => {
  const id = 'ffffffff-0000-4000-8000-000000000000'
  const half = { second_factor: { id, kinds: ['code' as const], passkey: null } }

  async function halfIn(second: (sent: unknown) => { token: string; change_password: boolean }) {
    await renderAt('/login', <LoginScreen />, {
      boot: { settings: defaultSettings },
      messages: { app, session },
      callMocks: [mockCall(logIn, () => half), mockCall(verifySecondFactor, second)],
    })
    await enter('anna', 'Escala-de-llum-7')
    await screen.findByRole('heading', { name: 'Un paso más' })
  }

  test('requires a code after the password, and nothing else', async () => {
    const second = vi.fn(() => ({ token: 't', change_password: false }))
    await halfIn(second)
    expect(screen.queryByRole('button', { name: 'Usar una llave de acceso' })).toBeNull()
    await userEvent.setup().type(screen.getByLabelText('Código'), '123456{Enter}')
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    expect(second).toHaveBeenCalledWith({ body: { id, code: '123456' } })
  })

  test('reports a wrong code at its field, and keeps it', async () => {
    await halfIn(() => {
      throw new Refused('second_factor_wrong', 401)
    })
    await userEvent.setup().type(screen.getByLabelText('Código'), '000000{Enter}')
    expect(await screen.findByText(/El código no es correcto/)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Código').value).toBe('000000')
    expect(reloadPage).not.toHaveBeenCalled()
  })
})
