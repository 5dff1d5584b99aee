import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { SignedInUser } from '#kit/boot.ts'
import type { ReplyIn } from '#kit/call.ts'
import { Refused } from '#kit/refusal.ts'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import app from '../../../app/texts/es.json'
import { changePassword } from '../api.ts'
import session from '../texts/es.json'
import { ChangePasswordScreen } from './change-password-screen.tsx'

const anna: SignedInUser = {
  name: 'Anna',
  email: 'anna@example.test',
  readonly: false,
  mustChangePassword: false,
  hasManyContracts: false,
  isCompany: false,
}
type ChangePasswordReply = ReplyIn<typeof changePassword>
const done: ChangePasswordReply = { status: 'OK', token: 't' }
const fresh = 'Camins-de-nit-42'

function show({
  address = '/change-password',
  signedIn = {},
  reply = () => done,
  minimumLength = 8,
}: {
  address?: string
  signedIn?: Partial<SignedInUser>
  reply?: (sent: unknown) => ChangePasswordReply
  minimumLength?: number
} = {}) {
  return renderAt(address, <ChangePasswordScreen />, {
    boot: { settings: { ...defaultSettings, password: { minimumLength } }, signedIn: { ...anna, ...signedIn } },
    messages: { app, session },
    callMocks: [mockCall(changePassword, reply)],
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

describe('the requirements of a new password', () => {
  test('are shown before anything is entered, with the length that the retailer requires', async () => {
    await show({ minimumLength: 12 })
    expect(rules()).toEqual([
      'Falta: 12 caracteres o más',
      'Falta: Una letra minúscula',
      'Falta: Una letra mayúscula',
      'Falta: Una cifra',
      'Falta: Un símbolo, como - o +',
    ])
  })

  test('are ticked while it is entered', async () => {
    await show()
    await userEvent.setup().type(field('Contraseña nueva'), 'abcD5')
    expect(rules().map((rule) => rule?.split(':')[0])).toEqual(['Falta', 'Cumplido', 'Cumplido', 'Cumplido', 'Falta'])
  })

  test('are reported for each field, above and beside it, when not met', async () => {
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

  test('come with fields that password managers can tell apart', async () => {
    await show()
    const kinds = ['Contraseña actual', 'Contraseña nueva', 'Repite la contraseña nueva']
    expect(kinds.map((label) => field(label).autocomplete)).toEqual([
      'current-password',
      'new-password',
      'new-password',
    ])
  })
})

describe('a password change', () => {
  test('is sent without the repetition, and continues at the sign-in page, which redirects', async () => {
    const reply = vi.fn(() => done)
    const { router } = await show({ address: '/change-password?redirectPath=%2Fcontracts%2Fgas&failed=x', reply })
    await change('Escala-de-llum-7', fresh, fresh)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(router.state.location.search).toMatchObject({ redirectPath: '/contracts/gas' })
    expect(reply).toHaveBeenCalledWith({ body: { current: 'Escala-de-llum-7', password: fresh } })
  })

  test('leads first to the remaining access, if there is any', async () => {
    const { router } = await show({
      address: '/change-password?redirectPath=%2Finvoices&failed=x',
      reply: () => ({ ...done, has_other_access: true }),
    })
    await change('Escala-de-llum-7', fresh, fresh)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/profile/programs'))
    expect(router.state.location.search).toEqual({ redirectPath: '/invoices', step: 'changed' })
  })

  test('clears the requirement to change the password', async () => {
    const { portal, router } = await show({ signedIn: { mustChangePassword: true } })
    await change('Escala-de-llum-7', fresh, fresh)
    await vi.waitFor(() => expect(router.state.location.pathname).toBe('/login'))
    expect(portal.boot.signedIn?.mustChangePassword).toBe(false)
  })
})

describe('a refused password change', () => {
  const refusals: [reason: string, failure: Error, words: string][] = [
    ['a wrong current password', new Refused('current_password_wrong', 403), 'Esta no es tu contraseña actual.'],
    [
      'a new password that only the server can judge',
      new Refused('invalid', 400, {
        fields: { password: ['Es fácil de adivinar. Junta varias palabras sin relación.'] },
      }),
      'Es fácil de adivinar. Junta varias palabras sin relación.',
    ],
    [
      'a 403 of an upstream server without a reason',
      new Refused('unexpected', 403),
      'Esta no es tu contraseña actual.',
    ],
    ['too many attempts', new Refused('too_many_attempts', 429), 'Demasiados intentos seguidos.'],
    ['a read-only session', new Refused('token_readonly', 403), 'no puedes cambiar nada'],
    ['any other failure', new TypeError('Failed to fetch'), 'No hemos podido cambiar la contraseña'],
  ]
  test.each(refusals)('%s is explained, and can be retried', async (_, failure, words) => {
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

  test('without JavaScript the codes in the URL show the same', async () => {
    await show({ address: '/change-password?failed=current_password_wrong,password_repeat_differs' })
    const links = within(screen.getByRole('alert')).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual([
      'Esta no es tu contraseña actual. Revísala y prueba otra vez.',
      'Escribe aquí la misma contraseña nueva.',
    ])
  })
})

describe('a user of the page', () => {
  test('may keep the password, and continue to where they were going', async () => {
    await show({ address: '/change-password?redirectPath=%2Finvoices' })
    expect(screen.getByRole('link', { name: 'Dejarla como está' }).getAttribute('href')).toBe(
      '/login?redirectPath=%2Finvoices',
    )
  })

  test('is told why a change is required, and cannot skip it', async () => {
    await show({ signedIn: { mustChangePassword: true } })
    expect(screen.getByText(/cambia la contraseña que te dimos/)).toBeDefined()
    expect(screen.queryByRole('link', { name: 'Dejarla como está' })).toBeNull()
  })

  test('sees the disabled button and its reason when read-only', async () => {
    await show({ signedIn: { readonly: true } })
    expect(screen.getByText(/no puedes cambiar nada/)).toBeDefined()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cambiar la contraseña' }).disabled).toBe(true)
  })
})
