import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { ToastProvider } from '#kit/web/toast.tsx'
import app from '../../../app/texts/es.json'
import { revealAccount } from '../api.ts'
import changes from '../texts/es.json'
import { AccountNumber } from './account-number.tsx'

afterEach(() => vi.useRealTimers())

const account = { id: 7, masked: 'ES94 •••• 3157', isRevealable: true }
const number = /ES94\s?3035\s?3760\s?5759\s?4140\s?3157/

async function show({
  isRevealable = true,
  readonly = false,
  reveal = () => ({ iban: 'ES9430353760575941403157' }),
} = {}) {
  const asked = vi.fn((_: unknown) => reveal())
  await renderAt(
    '/contract',
    <ToastProvider>
      <AccountNumber account={{ ...account, isRevealable }} />
    </ToastProvider>,
    {
      boot: { signedIn: { ...anna, readonly } },
      messages: { app, changes },
      answers: [answer(revealAccount, asked)],
    },
  )
  return { asked }
}
const button = (name: string) => screen.getByRole('button', { name })
const textNow = () => document.body.textContent

test('an account is masked until its holder asks for it, and hidden again by them', async () => {
  const { asked } = await show()
  expect(textNow()).toContain('ES94 •••• 3157')
  fireEvent.click(button('Mostrar la cuenta'))
  await screen.findByRole('button', { name: 'Ocultar la cuenta' })
  expect(asked).toHaveBeenCalledWith(expect.objectContaining({ params: { accountId: '7' } }))
  expect(textNow()).toMatch(number)
  expect(button('Copiar IBAN')).toBeTruthy()
  fireEvent.click(button('Ocultar la cuenta'))
  expect(textNow()).not.toMatch(number)
})

test.each([
  ['after a minute', () => vi.advanceTimersByTime(60_000)],
  ['when another tab is looked at', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['when the page is left', () => window.dispatchEvent(new Event('pagehide'))],
])('an account that is shown disappears %s', async (_, leave) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show()
  fireEvent.click(button('Mostrar la cuenta'))
  await screen.findByRole('button', { name: 'Ocultar la cuenta' })
  // What is done once it is shown comes with a turn of the loop.
  await act(async () => void (await vi.advanceTimersByTimeAsync(100)))
  await act(async () => void leave())
  expect(button('Mostrar la cuenta')).toBeTruthy()
  expect(textNow()).not.toMatch(number)
})

test('whoever looks at the account of somebody else is told why they cannot', async () => {
  const { asked } = await show({ readonly: true })
  expect(button('Mostrar la cuenta').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button('Mostrar la cuenta'))
  expect(asked).not.toHaveBeenCalled()
})

test('an account that cannot be asked for has no button', async () => {
  await show({ isRevealable: false })
  expect(screen.queryByRole('button')).toBeNull()
})

test('too many tries are told', async () => {
  await show({
    reveal: () => {
      throw new Refused('too_many_attempts', 429)
    },
  })
  fireEvent.click(button('Mostrar la cuenta'))
  expect((await screen.findAllByText(/Espera un momento/)).length).toBeGreaterThan(0)
  expect(textNow()).not.toMatch(number)
})
