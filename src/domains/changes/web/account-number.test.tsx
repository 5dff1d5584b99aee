import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
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
  const revealSpy = vi.fn((_: unknown) => reveal())
  await renderAt(
    '/contract',
    <ToastProvider>
      <AccountNumber account={{ ...account, isRevealable }} />
    </ToastProvider>,
    {
      boot: { signedIn: { ...anna, readonly } },
      messages: { app, changes },
      callMocks: [mockCall(revealAccount, revealSpy)],
    },
  )
  return { asked: revealSpy }
}
const button = (name: string) => screen.getByRole('button', { name })
const textNow = () => document.body.textContent

test('masks an account until its holder reveals it, and hides it again on request', async () => {
  const { asked: revealSpy } = await show()
  expect(textNow()).toContain('ES94 •••• 3157')
  fireEvent.click(button('Mostrar la cuenta'))
  await screen.findByRole('button', { name: 'Ocultar la cuenta' })
  expect(revealSpy).toHaveBeenCalledWith(expect.objectContaining({ params: { accountId: '7' } }))
  expect(textNow()).toMatch(number)
  expect(button('Copiar IBAN')).toBeTruthy()
  fireEvent.click(button('Ocultar la cuenta'))
  expect(textNow()).not.toMatch(number)
})

test.each([
  ['after a minute', () => vi.advanceTimersByTime(60_000)],
  ['when another tab is shown', () => document.dispatchEvent(new Event('visibilitychange'))],
  ['when the page is left', () => window.dispatchEvent(new Event('pagehide'))],
])('hides a revealed account %s', async (_, leave) => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await show()
  fireEvent.click(button('Mostrar la cuenta'))
  await screen.findByRole('button', { name: 'Ocultar la cuenta' })
  // The effects of revealing it run on a later turn of the event loop.
  await act(async () => void (await vi.advanceTimersByTimeAsync(100)))
  await act(async () => void leave())
  expect(button('Mostrar la cuenta')).toBeTruthy()
  expect(textNow()).not.toMatch(number)
})

test('explains to an impersonating operator why the account cannot be revealed', async () => {
  const { asked: revealSpy } = await show({ readonly: true })
  expect(button('Mostrar la cuenta').getAttribute('aria-disabled')).toBe('true')
  fireEvent.click(button('Mostrar la cuenta'))
  expect(revealSpy).not.toHaveBeenCalled()
})

test('shows no button for an account that cannot be revealed', async () => {
  await show({ isRevealable: false })
  expect(screen.queryByRole('button')).toBeNull()
})

test('reports too many attempts', async () => {
  await show({
    reveal: () => {
      throw new Refused('too_many_attempts', 429)
    },
  })
  fireEvent.click(button('Mostrar la cuenta'))
  expect((await screen.findAllByText(/Espera un momento/)).length).toBeGreaterThan(0)
  expect(textNow()).not.toMatch(number)
})
