import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import app from '../../../app/texts/es.json'
import { changeCadastralReference } from '../cadastral-api.ts'
import changes from '../texts/es.json'
import { CadastralDialog } from './cadastral-dialog.tsx'

beforeEach(mockTopLayer)

async function show(reply?: Parameters<typeof mockCall<typeof changeCadastralReference>>[1]) {
  const onClose = vi.fn()
  const onChanged = vi.fn()
  const contract = {
    name: '0048213',
    energy: 'electricity',
    street: 'Carrer Major, 1',
    cadastralReference: 'ABC1',
  } as const
  const answers: CallMock[] = reply ? [mockCall(changeCadastralReference, reply)] : []
  await renderAt('/', <CadastralDialog contract={contract} onClose={onClose} onChanged={onChanged} />, {
    boot: { signedIn: anna },
    messages: { app, changes },
    callMocks: answers,
  })
  const field = (await screen.findByRole('textbox', { name: 'Referencia catastral' })) as HTMLInputElement
  const save = screen.getByRole('button', { name: 'Guardar la referencia' }) as HTMLButtonElement
  return { field, save, onClose, onChanged }
}

test('writes a reference in capitals without white space, and saves it once it differs', async () => {
  const sent = vi.fn()
  const { field, save, onClose, onChanged } = await show(({ body }) => {
    sent(body)
    return { ref_catastral: body.ref_catastral }
  })
  expect([field.value, save.disabled]).toEqual(['ABC1', true])
  await userEvent.clear(field)
  expect(save.disabled).toBe(true)
  await userEvent.type(field, '9872023 vh5797s 0001 wx')
  expect([field.value, save.disabled]).toEqual(['9872023VH5797S0001WX', false])
  await userEvent.click(save)
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onChanged).toHaveBeenCalled()
  expect(sent).toHaveBeenCalledWith({ ref_catastral: '9872023VH5797S0001WX', type: 'electricity' })
})

test.each([
  ['x'.repeat(21), 'Escribe la referencia como mucho con 20 caracteres.'],
  ['ABC-2', 'Escribe solo letras y cifras, sin guiones ni otros signos.'],
])('does not send %s and shows the problem', async (typed, words) => {
  const { field, save } = await show()
  await userEvent.clear(field)
  await userEvent.type(field, typed)
  await userEvent.click(save)
  expect(await screen.findByText(words)).toBeTruthy()
})

test('reports a failure and keeps the input', async () => {
  const { field, save, onClose } = await show(() => {
    throw new Refused('unexpected', 500)
  })
  await userEvent.type(field, '2')
  await userEvent.click(save)
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido guardarla.')
  expect(field.value).toBe('ABC12')
  expect(onClose).not.toHaveBeenCalled()
})

test('shows field errors of a successful reply beside the input', async () => {
  const { field, save, onClose } = await show(() => ({ errors: { ref_catastral: ['No existe.'] } }))
  await userEvent.type(field, '2')
  await userEvent.click(save)
  expect(await screen.findByText('No existe.')).toBeTruthy()
  expect(field.value).toBe('ABC12')
  expect(onClose).not.toHaveBeenCalled()
})
