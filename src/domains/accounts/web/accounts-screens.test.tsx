import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import session from '../../session/texts/es.json'
import { activateAccount, readLink, requestPasswordReset, resetPassword, signUp } from '../api.ts'
import accounts from '../texts/es.json'
import { ActivationScreen } from './activation-screen.tsx'
import { RegisterScreen } from './register-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'
import { WelcomeScreen } from './welcome-screen.tsx'

const chosen = 'Camins-de-nit-42'
const messages = { app, session, accounts }
const rendered = (errors: string[], body = 'Mira tu bandeja.') => ({ result: { render: { errors, body } } })
const signupBlock = {
  id: 1,
  name: 'Autumn',
  group_name: 'Signup',
  html_block: '<p>Promoción de otoño</p>',
  block_height: null,
  block_width: null,
  priority: 0,
  page_id: null,
}
type Settings = Partial<typeof defaultSettings>

beforeEach(() => sessionStorage.clear())
afterEach(() => vi.useRealTimers())

function showRegister({
  address = '/register',
  settings = {},
  send = () => rendered([]),
}: {
  address?: string
  settings?: Settings
  send?: (sent: unknown) => ReturnType<typeof rendered> | Promise<never>
} = {}) {
  return renderAt(address, <RegisterScreen />, {
    boot: {
      settings: { ...defaultSettings, ...settings },
      blocks: [signupBlock],
    },
    messages,
    callMocks: [mockCall(signUp, send as never)],
  })
}

async function fill() {
  const person = userEvent.setup()
  await person.type(await screen.findByLabelText('NIF, NIE o CIF del titular'), 'es 99.100.733-n')
  await person.type(screen.getByLabelText('Número de contrato'), '0049077')
  await person.type(screen.getByLabelText('Número de una factura'), 'FE26/000123')
  await person.type(screen.getByLabelText('Correo electrónico'), 'marta@example.com')
  await person.type(screen.getByLabelText('Repite el correo electrónico'), 'marta@example.com')
  await person.type(screen.getByLabelText('Teléfono'), '612345678')
  await person.click(screen.getByRole('checkbox'))
  return person
}
const press = (name: string) => userEvent.setup().click(screen.getByRole('button', { name }))

describe('the sign-up page', () => {
  test('sends the fields of the specification, and says to check the mail', async () => {
    const send = vi.fn(() => rendered([]))
    await showRegister({ send })
    await fill()
    await press('Crear mi cuenta')
    expect(await screen.findByRole('heading', { level: 1, name: 'Revisa tu correo' })).toBeDefined()
    expect(screen.getByText('Mira tu bandeja.')).toBeDefined()
    expect(send).toHaveBeenCalledWith({
      body: {
        nif: '99100733N',
        contract: '0049077',
        invoiceNumber: 'FE26/000123',
        email: 'marta@example.com',
        email2: 'marta@example.com',
        accept_conditions: true,
        accept_gdpr: true,
        phone: '+34 612345678',
      },
    })
    expect(sessionStorage.length).toBe(0)
  })

  test('reports what is missing before anything is sent', async () => {
    const send = vi.fn(() => rendered([]))
    await showRegister({ send })
    await press('Crear mi cuenta')
    const alert = await screen.findByRole('alert')
    expect(alert.querySelectorAll('li').length).toBe(7)
    expect(alert.textContent).toContain('Pon el NIF, NIE o CIF.')
    expect(screen.getByLabelText('Número de contrato').getAttribute('aria-invalid')).toBe('true')
    expect(send).not.toHaveBeenCalled()
  })

  test.each([
    ['a list', ['Esto no vale.', 'Esto tampoco.']],
    ['by field, as upstream servers send them', { nif: ['Esto no vale.'], contract: 'Esto tampoco.' }],
  ])('shows the server’s reason under one heading: %s', async (_, errors) => {
    await showRegister({ send: () => ({ result: { render: { errors: errors as string[], body: '' } } }) })
    await fill()
    await press('Crear mi cuenta')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('No hemos podido crear tu cuentaEsto no vale.Esto tampoco.')
    expect(screen.getByLabelText<HTMLInputElement>('Número de contrato').value).toBe('0049077')
  })

  test.each([
    ['too_many_attempts', 429, 'Lo has intentado demasiadas veces'],
    ['signup_closed', 403, 'no se pueden crear cuentas'],
    ['whatever', 500, 'Algo ha fallado'],
  ])('reports %s under the same heading', async (code, status, words) => {
    await showRegister({ send: () => Promise.reject(new Refused(code, status)) })
    await fill()
    await press('Crear mi cuenta')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toMatch(new RegExp(`^No hemos podido crear tu cuenta.*${words}`))
  })

  test('shows the fields that the retailer requires, and its notices', async () => {
    await showRegister({ settings: { signup: { phoneField: false, invoiceNumberField: true, linkHours: 24 } } })
    expect(await screen.findByLabelText('Número de una factura')).toBeDefined()
    expect(screen.queryByLabelText('Teléfono')).toBeNull()
    expect(screen.getByText('Promoción de otoño')).toBeDefined()
  })

  test('links to the accepted texts: the retailer’s own pages, or those of the portal', async () => {
    const organization = { ...defaultSettings.organization, privacyUrl: 'https://example.com/privacy' }
    await showRegister({ settings: { organization } })
    const link = await screen.findByRole('link', { name: 'Protección de datos' })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['https://example.com/privacy', 'noreferrer'])
    expect(screen.getByRole('link', { name: 'Condiciones de uso' }).getAttribute('href')).toBe('/legal-notice')
  })

  test('saves a draft after a second without changes', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { unmount } = await showRegister()
    const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await person.type(await screen.findByLabelText('Número de contrato'), '00')
    await act(() => vi.advanceTimersByTimeAsync(900))
    expect(sessionStorage.length).toBe(0)
    await person.type(screen.getByLabelText('Número de contrato'), '49')
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(sessionStorage.getItem('draft:sign-up')).toContain('0049')
    unmount()
    await showRegister()
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Número de contrato').value).toBe('0049'))
  })

  test('shows without JavaScript what was wrong, and that it was sent', async () => {
    await showRegister({ address: '/register?failed=nif_invalid,emails_differ' })
    expect((await screen.findByRole('alert')).textContent).toContain('Los dos correos no son iguales.')
    await showRegister({ address: '/register?sent=1' })
    expect(await screen.findByRole('heading', { level: 1, name: 'Revisa tu correo' })).toBeDefined()
    const back = screen.getByRole('link', { name: 'Volver al formulario' })
    expect(back.getAttribute('href')).toBe('/register')
  })

  test('redirects where only the identity provider signs users in', async () => {
    await showRegister({
      settings: { features: { ...defaultSettings.features, oidc: true } },
    })
    expect(await screen.findByText(/Aquí se entra con el acceso único/)).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })
})

describe('the password form of a one-time link', () => {
  const show = (
    address: string,
    {
      isOpen = true,
      set = () => {},
      settings = defaultSettings,
      signatureUrl,
    }: {
      isOpen?: boolean
      set?: (sent: unknown) => void
      settings?: typeof defaultSettings
      signatureUrl?: string
    } = {},
  ) =>
    renderAt(address, address.startsWith('/activation') ? <ActivationScreen /> : <ResetPasswordScreen />, {
      boot: { settings },
      messages,
      callMocks: [
        mockCall(readLink, () => ({ is_open: isOpen, user: isOpen ? '99100733N' : null })),
        mockCall(activateAccount, (sent) => {
          set(sent)
          return { token: 't', ...(signatureUrl && { signature_url: signatureUrl }) }
        }),
        mockCall(resetPassword, (sent) => {
          set(sent)
          return { status: 'OK' as const }
        }),
      ],
    })

  async function choose(password: string, repeat = password) {
    const person = userEvent.setup()
    await person.type(await screen.findByLabelText('Contraseña nueva'), password)
    await person.type(screen.getByLabelText('Repite la contraseña nueva'), repeat)
    return person
  }

  test('activates an account, for the login that is shown', async () => {
    const set = vi.fn()
    const { router } = await show('/activation?step=password', { set })
    await screen.findByText('99100733N')
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
    await choose(chosen)
    await press('Activar mi cuenta')
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '/welcome' })))
    expect(set).toHaveBeenCalledWith({ body: { password: chosen } })
  })

  test('replaces a forgotten password, and leads to the sign-in page', async () => {
    await show('/reset-password?step=password')
    await choose(chosen)
    await press('Guardar la contraseña')
    expect(await screen.findByRole('heading', { level: 1, name: 'Ya tienes contraseña nueva' })).toBeDefined()
    // From there they see which other access to the account remains.
    const next = new URLSearchParams({ redirectPath: '/profile/programs', pathParams: '{"step":"changed"}' })
    expect(screen.getByRole('link', { name: 'Entrar en mi cuenta' }).getAttribute('href')).toBe(`/login?${next}`)
  })

  test('requires a password that meets the rules and is repeated correctly', async () => {
    const set = vi.fn()
    await show('/reset-password?step=password', { set })
    await choose('Camins', 'Camis')
    await press('Guardar la contraseña')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Pon al menos 8 caracteres.')
    expect(alert.textContent).toContain('Escribe aquí la misma contraseña nueva.')
    expect(set).not.toHaveBeenCalled()
  })

  test('shows a server refusal beside its field', async () => {
    await show('/activation?step=password', {
      set: () => {
        throw new Refused('invalid', 400, {
          fields: { password: ['Es fácil de adivinar. Junta varias palabras sin relación.'] },
        })
      },
    })
    await choose('Password-12')
    await press('Activar mi cuenta')
    expect((await screen.findByRole('alert')).textContent).toContain('Es fácil de adivinar.')
  })

  test.each([
    ['in the meantime', '/activation?step=password', false, 'Número de contrato'],
    ['before it was opened', '/activation?failed=link_over', true, 'Número de contrato'],
    ['for a forgotten password', '/reset-password?failed=link_over', true, 'Correo electrónico'],
  ])('shows the request form where the link has expired %s', async (_, address, isOpen, field) => {
    await show(address, { isOpen })
    expect(await screen.findByText(/Este enlace ya no vale/)).toBeDefined()
    expect(screen.getByLabelText(field)).toBeDefined()
  })

  test('names the phone for another link where sign-up is closed', async () => {
    const settings = { ...defaultSettings, features: { ...defaultSettings.features, signup: false } }
    await show('/activation?step=password', { isOpen: false, settings })
    expect(await screen.findByRole('heading', { level: 1, name: 'Este enlace ya no vale' })).toBeDefined()
    expect(screen.queryByLabelText('Número de contrato')).toBeNull()
    expect(screen.getByRole('link', { name: 'Entrar en mi cuenta' })).toBeDefined()
    const { phone } = settings.organization
    expect(screen.getByRole('link', { name: phone }).getAttribute('href')).toMatch(/^tel:/)
  })

  const outcomeOf = (state: 'waiting' | 'signed' | 'expired' | 'cancelled', used_at: string | null) => ({
    used_at,
    signature: {
      title: 'Contratos de electricidad L000012 y de gas L000013',
      url: '/signature/x',
      state,
      signed_at: used_at,
    },
  })
  const at = '2026-10-15T10:00:00.000Z'
  const toSign = '/login?redirectPath=%2Fsignature%2Fx'
  test.each([
    [
      'signed',
      at,
      'Este enlace ya se usó',
      /^Firmaste «Contratos de electricidad L000012 y de gas L000013» el 15\/10\/2026/,
      toSign,
    ],
    ['waiting', at, 'Este enlace ya se usó', /^Te falta firmar «Contratos de electricidad/, toSign],
    ['expired', null, 'Este enlace ya no vale', /^El plazo para firmar .* terminó/, '/login'],
    ['cancelled', null, 'Este enlace ya no vale', /^La firma de .* se anuló/, '/login'],
  ] as const)(
    'reports that what the link was for is %s, and where to continue',
    async (state, usedAt, title, words, next) => {
      await renderAt('/activation?failed=link_over', <ActivationScreen />, {
        boot: { settings: defaultSettings },
        messages,
        callMocks: [mockCall(readLink, () => ({ is_open: false, user: null, outcome: outcomeOf(state, usedAt) }))],
      })
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeDefined()
      expect(screen.getByText(words)).toBeDefined()
      expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([next])
    },
  )

  test('shows the request form where the link expired unused and was not for a signature', async () => {
    await renderAt('/activation?failed=link_over', <ActivationScreen />, {
      boot: { settings: defaultSettings },
      messages,
      callMocks: [
        mockCall(readLink, () => ({ is_open: false, user: null, outcome: { used_at: null, signature: null } })),
      ],
    })
    expect(await screen.findByLabelText('Número de contrato')).toBeDefined()
    expect(screen.getByText(/Este enlace ya no vale/)).toBeDefined()
  })

  test('continues to what the link was mailed to sign', async () => {
    const { router } = await show('/activation?step=password', { signatureUrl: '/signature/x' })
    await screen.findByText('99100733N')
    const navigate = vi.spyOn(router, 'navigate').mockResolvedValue()
    await choose(chosen)
    await press('Activar mi cuenta')
    await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith(expect.objectContaining({ to: '/signature/x' })))
  })

  test('shows the request form where the link is used up meanwhile', async () => {
    await show('/activation?step=password', {
      set: () => {
        throw new Refused('link_over', 410)
      },
    })
    await choose(chosen)
    await press('Activar mi cuenta')
    expect(await screen.findByText(/Este enlace ya no vale/)).toBeDefined()
  })
})

describe('the password reset page', () => {
  const show = (send: (sent: unknown) => void = () => {}, address = '/reset-password') =>
    renderAt(address, <ResetPasswordScreen />, {
      boot: { settings: defaultSettings },
      messages,
      callMocks: [
        mockCall(requestPasswordReset, (sent) => {
          send(sent)
          return { status: 'OK' as const }
        }),
      ],
    })

  async function fill() {
    const person = userEvent.setup()
    await person.type(await screen.findByLabelText('NIF, NIE o CIF'), '99100733n')
    await person.type(screen.getByLabelText('Correo electrónico'), 'marta@example.com')
    await press('Enviarme el enlace')
  }

  test('sends NIF and e-mail address, and confirms with a link to the sign-in page', async () => {
    const send = vi.fn()
    await show(send)
    await fill()
    expect(await screen.findByText(/Si hay una cuenta con ese NIF y ese correo/)).toBeDefined()
    expect(screen.getByRole('link', { name: 'Entrar en mi cuenta' }).getAttribute('href')).toBe('/login')
    expect(send).toHaveBeenCalledWith({ body: { nif: '99100733N', email: 'marta@example.com' } })
  })

  test('reports what is missing, and what the server refuses of each field', async () => {
    await show(() => {
      throw new Refused('invalid', 400, { fields: { email: ['Este correo no vale.'] } })
    })
    await press('Enviarme el enlace')
    expect((await screen.findByRole('alert')).textContent).toContain('Pon un correo electrónico.')
    await fill()
    await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Este correo no vale.'))
    expect(screen.getByLabelText('Correo electrónico').getAttribute('aria-invalid')).toBe('true')
  })

  test('reports too many attempts', async () => {
    await show(() => {
      throw new Refused('too_many_attempts', 429)
    })
    await fill()
    expect((await screen.findByRole('alert')).textContent).toContain('demasiadas veces')
    expect(screen.getByLabelText<HTMLInputElement>('NIF, NIE o CIF').value).toBe('99100733n')
  })

  test('shows without JavaScript what was wrong', async () => {
    await show(() => {}, '/reset-password?failed=nif_missing,email_invalid')
    expect((await screen.findByRole('alert')).textContent).toContain('Pon el NIF, NIE o CIF.')
  })
})

describe('the welcome page', () => {
  test('greets the signed-in user and shows where to begin', async () => {
    await renderAt('/welcome', <WelcomeScreen />, { boot: { settings: defaultSettings, signedIn: anna }, messages })
    expect(await screen.findByRole('heading', { level: 1, name: 'Te damos la bienvenida, Anna' })).toBeDefined()
    expect(screen.getByRole('link', { name: /^Protege tu cuenta/ }).getAttribute('href')).toBe('/profile/security')
  })
})
