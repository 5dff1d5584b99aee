import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { answer, renderAt } from '#kit/web/portal-testing.tsx'
import { reloadPage } from '#kit/web/reload-page.ts'
import app from '../../../app/texts/es.json'
import { logIn, takeSecondStep } from '../api.ts'
import session from '../texts/es.json'
import { LoginScreen } from './login-screen.tsx'

vi.mock('#kit/web/reload-page.ts', () => ({ reloadPage: vi.fn() }))
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
    answers: [answer(logIn, reply)],
  })
}

async function enter(user: string, password: string) {
  const person = userEvent.setup()
  if (user) await person.type(screen.getByLabelText('Usuario, NIF o correo electrónico'), user)
  if (password) await person.type(screen.getByLabelText('Contraseña'), password)
  await person.click(screen.getByRole('button', { name: /^Entrar/ }))
}

describe('signing in', () => {
  test('sends what was typed, and lets the server lead on', async () => {
    const reply = vi.fn(() => ({ token: 't', change_password: false }))
    await show({ reply })
    await enter('anna', 'Escala-de-llum-7')
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    expect(reply).toHaveBeenCalledWith({ body: { user: 'anna', password: 'Escala-de-llum-7' } })
  })

  test('password managers know the fields', async () => {
    await show()
    expect(screen.getByLabelText('Usuario, NIF o correo electrónico').getAttribute('autocomplete')).toBe('username')
    expect(screen.getByLabelText('Contraseña').getAttribute('autocomplete')).toBe('current-password')
  })

  test('the form is posted, so that without script nothing typed gets into an address', async () => {
    const { container } = await show()
    expect(container.querySelector('form')?.method).toBe('post')
  })

  test('what is missing is asked for, above and beside the field, without asking the server', async () => {
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

  test('wrong data are told without saying which, and what was typed stays', async () => {
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
  ])('%s: it says what to do, and can be tried again', async (_, failure, words) => {
    await show({
      reply: () => {
        throw failure
      },
    })
    await enter('anna', 'whatever')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(screen.getByRole('button', { name: 'Entrar' }).getAttribute('aria-disabled')).not.toBe('true')
  })
})

describe('what the page says by itself', () => {
  test('after a post without script: what went wrong', async () => {
    await show({ address: '/login?failed=login_error' })
    expect(within(screen.getByRole('alert')).getByText(wrong)).toBeDefined()
  })

  test('after the end of a session: why one is here', async () => {
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

  test('what the retailer wants to say here', async () => {
    const block = { id: 1, name: 'News', group_name: 'Login', html_block: '<p>Cerramos el lunes</p>' }
    const blocks = [{ ...block, block_height: null, block_width: null, priority: 0, page_id: null }]
    await show({ blocks })
    expect(await screen.findByText('Cerramos el lunes')).toBeDefined()
  })

  test('the way to a new password, and to an account where the retailer lets people sign up', async () => {
    const hrefOf = (name: string) => screen.queryByRole('link', { name })?.getAttribute('href')
    const features = { ...defaultSettings.features, signup: true }
    await show({ settings: { ...defaultSettings, features } })
    await screen.findByRole('link', { name: 'He olvidado mi contraseña' })
    expect(hrefOf('He olvidado mi contraseña')).toBe('/reset-password')
    expect(hrefOf('Crear una cuenta')).toBe('/register')
    expect(hrefOf('Activar mi cuenta')).toBe('/activation')
  })

  test('no way to an account where nobody may sign up', async () => {
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

  test('it is the only way, and knows where one was going', async () => {
    await show({ address: '/login?redirectPath=%2Fconnect', settings: settingsOf(false), hasIdentityProvider: true })
    const link = await screen.findByRole('link', way)
    expect(link.getAttribute('href')).toBe('/api/v2/user/openid/start?redirectPath=%2Fconnect')
    expect(screen.getByRole('heading', { level: 1, name: 'Entra en tu área de cliente' })).toBeDefined()
    expect(screen.queryByLabelText('Contraseña')).toBeNull()
  })

  test('user and password stand beside it where the retailer allows them', async () => {
    await show({ settings: settingsOf(true), hasIdentityProvider: true })
    expect(await screen.findByRole('link', way)).toBeDefined()
    expect(screen.getByLabelText('Contraseña')).toBeDefined()
    expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  })

  test('where it did not work, it says so', async () => {
    await show({ address: '/login?failed=openid_down', settings: settingsOf(false), hasIdentityProvider: true })
    expect((await screen.findByRole('alert')).textContent).toContain('El acceso no ha funcionado')
  })

  test('where none is known, it says that signing in is not possible, and whom to call', async () => {
    await show({ settings: settingsOf(false) })
    await screen.findByRole('heading', { level: 1, name: 'Ahora no se puede entrar' })
    const words = screen.getByText(/Si tienes prisa, llámanos/)
    expect(within(words).getByRole('link', { name: '900 000 000' }).getAttribute('href')).toBe('tel:900000000')
    expect(screen.getByRole('link', { name: 'Probar otra vez' }).getAttribute('href')).toBe('/login')
    expect(screen.queryByRole('link', way)).toBeNull()
  })

  test('where none is known, user and password stand alone', async () => {
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
      answers: [answer(logIn, () => half), answer(takeSecondStep, second)],
    })
    await enter('anna', 'Escala-de-llum-7')
    await screen.findByRole('heading', { name: 'Un paso más' })
  }

  test('asks for a code after the password, and for nothing else', async () => {
    const second = vi.fn(() => ({ token: 't', change_password: false }))
    await halfIn(second)
    expect(screen.queryByRole('button', { name: 'Usar una llave de acceso' })).toBeNull()
    await userEvent.setup().type(screen.getByLabelText('Código'), '123456{Enter}')
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    expect(second).toHaveBeenCalledWith({ body: { id, code: '123456' } })
  })

  test('a wrong code is told at its field, and stays', async () => {
    await halfIn(() => {
      throw new Refused('second_factor_wrong', 401)
    })
    await userEvent.setup().type(screen.getByLabelText('Código'), '000000{Enter}')
    expect(await screen.findByText(/El código no es correcto/)).toBeDefined()
    expect(screen.getByLabelText<HTMLInputElement>('Código').value).toBe('000000')
    expect(reloadPage).not.toHaveBeenCalled()
  })
})
