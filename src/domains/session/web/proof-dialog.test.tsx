import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, answer, renderAt } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import app from '../../../app/texts/es.json'
import { listProofs, proveIdentity } from '../api.ts'
import session from '../texts/es.json'
import { ProofDialog } from './proof-dialog.tsx'

beforeEach(standInForTopLayer)

async function show(reply: (sent: unknown) => undefined = () => undefined) {
  const { portal } = await renderAt('/invoices', <ProofDialog />, {
    boot: { signedIn: anna },
    messages: { session, app },
    answers: [answer(listProofs, () => ({ kinds: ['password' as const] })), answer(proveIdentity, reply)],
  })
  portal.giveProof = vi.fn()
  await screen.findByLabelText('Tu contraseña')
  return portal.giveProof
}

test('the password proves who sits there, and what waited for it goes on', async () => {
  const reply = vi.fn(() => undefined)
  const given = await show(reply)
  const person = userEvent.setup()
  await person.type(screen.getByLabelText('Tu contraseña'), 'Escala-de-llum-7{Enter}')
  await vi.waitFor(() => expect(given).toHaveBeenCalledWith(true))
  expect(reply).toHaveBeenCalledWith({ body: { password: 'Escala-de-llum-7' } })
})

test('whoever would rather not goes back to where they were', async () => {
  const given = await show()
  await userEvent.setup().click(screen.getByRole('button', { name: 'Ahora no' }))
  expect(given).toHaveBeenCalledWith(false)
})

test('an empty field is asked for without asking the server', async () => {
  const reply = vi.fn(() => undefined)
  await show(reply)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Confirmar' }))
  expect(screen.getByText('Pon tu contraseña.')).toBeDefined()
  expect(reply).not.toHaveBeenCalled()
})

test.each([
  ['a wrong one', new Refused('proof_wrong', 403), 'No es correcta.'],
  ['too many', new Refused('too_many_attempts', 429), 'Demasiados intentos'],
  ['a failure', new TypeError('Failed to fetch'), 'Algo ha fallado por nuestra parte'],
])('%s is told, and can be mended', async (_, failure, words) => {
  const given = await show(() => {
    throw failure
  })
  await userEvent.setup().type(screen.getByLabelText('Tu contraseña'), 'wrong{Enter}')
  expect(await screen.findByText(new RegExp(words))).toBeDefined()
  expect(screen.getByLabelText<HTMLInputElement>('Tu contraseña').value).toBe('wrong')
  expect(given).not.toHaveBeenCalled()
})
