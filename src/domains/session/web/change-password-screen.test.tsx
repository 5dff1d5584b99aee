import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { SignedIn } from '#kit/boot.ts'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { answer, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { changePassword } from '../api.ts'
import session from '../texts/es.json'
import { ChangePasswordScreen } from './change-password-screen.tsx'

const anna: SignedIn = {
  name: 'Anna',
  email: 'anna@example.test',
  readonly: false,
  mustChangePassword: false,
  hasManyContracts: false,
  isCompany: false,
}
type Answered = ReplyIn<typeof changePassword>
const done: Answered = { status: 'OK', token: 't' }
const fresh = 'Camins-de-nit-42'

function show({
  address = '/change-password',
  signedIn = {},
  reply = () => done,
  minimumLength = 8,
}: {
  address?: string
  signedIn?: Partial<SignedIn>
  reply?: (sent: unknown) => Answered
  minimumLength?: number
} = {}) {
  return renderAt(address, <ChangePasswordScreen />, {
    boot: { settings: { ...defaultSettings, password: { minimumLength } }, signedIn: { ...anna, ...signedIn } },
    messages: { app, session },
    answers: [answer(changePassword, reply)],
  })
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function change(current: string, password: string, repeat: string) {
  const person = userEvent.setup()
  if (current) await person.type(field('Contraseña actual'), current)
  if (password) await person.type(field('Contraseña nueva'), password)
  if (repeat) await person.type(field('Repite la contraseña nueva'), repeat)
  await person.click(screen.getByRole('button', { name: /^Cambiar la contraseña/ }))
}

const rules = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('what a new password needs', () => {
  test('is told before anything is typed, with the length that the retailer asks for', async () => {
    await show({ minimumLength: 12 })
    expect(rules()).toEqual([
      'Falta: 12 caracteres o más',
      'Falta: Una letra minúscula',
      'Falta: Una letra mayúscula',
      'Falta: Una cifra',
      'Falta: Un símbolo, como - o +',
    ])
  })

  test('is ticked while it is typed', async () => {
    await show()
    await userEvent.setup().type(field('Contraseña nueva'), 'abcD5')
    expect(rules().map((rule) => rule?.split(':')[0])).toEqual(['Falta', 'Cumplido', 'Cumplido', 'Cumplido', 'Falta'])
  })

  test('is said of each field, above and beside it, when it is not met', async () => {
    const reply = vi.fn(() => done)
    await show({ reply })
    await change('abc', 'abcdefg', 'other')
    const summary = screen.getByRole('alert')
    expect(document.activeElement).toBe(summary)
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Pon tu contraseña actual.',
      'Pon al menos 8 caracteres. Añade una letra mayúscula. Añade una cifra. Añade un símbolo, como - o +.',
      'Escribe aquí la misma contraseña nueva.',
    ])
    expect(field('Repite la contraseña nueva').getAttribute('aria-invalid')).toBe('true')
    expect(reply).not.toHaveBeenCalled()
  })

  test('password managers know which password is which', async () => {
    await show()
    const kinds = ['Contraseña actual', 'Contraseña nueva', 'Repite la contraseña nueva']
    expect(kinds.map((label) => field(label).autocomplete)).toEqual([
      'current-password',
      'new-password',
      'new-password',
    ])
  })
})

describe('a changed password', () => {
  test('is sent without its repetition, and leads on by the log-in, which knows where to', async () => {
    const reply = vi.fn(() => done)
    const { router } = await show({ address: '/change-password?redirectPath=%2Fcontracts%2Fgas&failed=x', reply })
    await change('Escala-de-llum-7', fresh, fresh)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toMatchObject({ redirectPath: '/contracts/gas' })
    expect(reply).toHaveBeenCalledWith({ body: { current: 'Escala-de-llum-7', password: fresh } })
  })

  test('leads first to what gets in as before, where there is any', async () => {
    const { router } = await show({
      address: '/change-password?redirectPath=%2Finvoices&failed=x',
      reply: () => ({ ...done, has_other_access: true }),
    })
    await change('Escala-de-llum-7', fresh, fresh)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/profile/programs'))
    expect(router.state.location.search).toEqual({ redirectPath: '/invoices', step: 'changed' })
  })

  test('is no longer one that must be changed', async () => {
    const { portal, router } = await show({ signedIn: { mustChangePassword: true } })
    await change('Escala-de-llum-7', fresh, fresh)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(portal.boot.signedIn?.mustChangePassword).toBe(false)
  })
})

describe('a change that is refused', () => {
  const refusals: [reason: string, failure: Error, words: string][] = [
    ['a wrong present password', new Refused('current_password_wrong', 403), 'Esta no es tu contraseña actual.'],
    [
      'a new one that only the server can judge',
      new Refused('invalid', 400, {
        fields: { password: ['Es fácil de adivinar. Junta varias palabras sin relación.'] },
      }),
      'Es fácil de adivinar. Junta varias palabras sin relación.',
    ],
    ['one of which a server says no more than 403', new Refused('unexpected', 403), 'Esta no es tu contraseña actual.'],
    ['too many attempts', new Refused('too_many_attempts', 429), 'Demasiados intentos seguidos.'],
    ['a session that only looks', new Refused('token_readonly', 403), 'no puedes cambiar nada'],
    ['anything else', new TypeError('Failed to fetch'), 'No hemos podido cambiar la contraseña'],
  ]
  test.each(refusals)('%s is explained, and can be tried again', async (_, failure, words) => {
    const { router } = await show({
      reply: () => {
        throw failure
      },
    })
    await change('Escala-de-llum-7', fresh, fresh)
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(router.state.location.pathname).toBe('/change-password')
    expect(screen.getByRole('button', { name: 'Cambiar la contraseña' }).getAttribute('aria-disabled')).not.toBe('true')
  })

  test.each([
    [403, 'Esta no es tu contraseña actual.'],
    [500, 'No hemos podido cambiar la contraseña'],
  ])('with status ERROR and %i is explained too', async (status_code, words) => {
    await show({ reply: () => ({ status: 'ERROR', status_code }) })
    await change('Escala-de-llum-7', fresh, fresh)
    expect((await screen.findByRole('alert')).textContent).toContain(words)
  })

  test('without script the codes in the address say the same', async () => {
    await show({ address: '/change-password?failed=current_password_wrong,password_repeat_differs' })
    const links = within(screen.getByRole('alert')).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Esta no es tu contraseña actual. Revísala y prueba otra vez.',
      'Escribe aquí la misma contraseña nueva.',
    ])
  })
})

describe('who stands before it', () => {
  test('may leave it as it is, for where they were going', async () => {
    await show({ address: '/change-password?redirectPath=%2Finvoices' })
    expect(screen.getByRole('link', { name: 'Dejarla como está' }).getAttribute('href')).toBe(
      '/login?redirectPath=%2Finvoices',
    )
  })

  test('who must change it is told why, and finds no way around', async () => {
    await show({ signedIn: { mustChangePassword: true } })
    expect(screen.getByText(/cambia la contraseña que te dimos/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Dejarla como está' })).toBeNull()
  })

  test('who only looks finds the button off, and why', async () => {
    await show({ signedIn: { readonly: true } })
    expect(screen.getByText(/no puedes cambiar nada/)).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cambiar la contraseña' }).disabled).toBe(true)
  })
})
