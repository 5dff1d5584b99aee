import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import app from '#app/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { listReauthenticationMethods, reauthenticate } from '../../reauthentication-api.ts'
import session from '../../texts/es.json'
import { ReauthenticationDialog } from './reauthentication-dialog.tsx'

beforeEach(mockTopLayer)

async function show(reply: (sent: unknown) => undefined = () => undefined) {
  const { portal } = await renderAt('/invoices', <ReauthenticationDialog />, {
    boot: { signedIn: anna },
    messages: { session, app },
    callMocks: [
      mockCall(listReauthenticationMethods, () => ({ kinds: ['password' as const] })),
      mockCall(reauthenticate, reply),
    ],
  })
  portal.answerReauthentication = vi.fn()
  await screen.findByLabelText('Tu contraseña')
  return portal.answerReauthentication
}

test('re-authenticates with the password, and resumes the pending action', async () => {
  const reply = vi.fn(() => undefined)
  const given = await show(reply)
  const person = userEvent.setup()
  await person.type(screen.getByLabelText('Tu contraseña'), 'Escala-de-llum-7{Enter}')
  await vi.waitFor(() => expect(given).toHaveBeenCalledWith(true))
  expect(reply).toHaveBeenCalledWith({ body: { password: 'Escala-de-llum-7' } })
})

test('returns the user to where they were when they cancel', async () => {
  const given = await show()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Ahora no' }))
  expect(given).toHaveBeenCalledWith(false)
})

test('reports an empty field without a request', async () => {
  const reply = vi.fn(() => undefined)
  await show(reply)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Confirmar' }))
  expect(screen.getByText('Pon tu contraseña.')).toBeDefined()
  expect(reply).not.toHaveBeenCalled()
})

test.each([
  ['a wrong password', new Refused('proof_wrong', 403), 'No es correcta.'],
  ['too many attempts', new Refused('too_many_attempts', 429), 'Demasiados intentos'],
  ['a failure', new TypeError('Failed to fetch'), 'Algo ha fallado por nuestra parte'],
])('reports %s, which can be corrected', async (_, failure, words) => {
  const given = await show(() => {
    throw failure
  })
  await userEvent.setup().type(screen.getByLabelText('Tu contraseña'), 'wrong{Enter}')
  expect(await screen.findByText(new RegExp(words))).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Tu contraseña').value).toBe('wrong')
  expect(given).not.toHaveBeenCalled()
})
