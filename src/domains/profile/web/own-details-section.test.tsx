import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import app from '#app/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { reloadPage } from '#kit/web/navigation/reload-page.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { changeOwnDetails, confirmOwnEmail, type OwnDetails, readOwnDetails, requestOwnEmail } from '../details-api.ts'
import texts from '../texts/es.json'
import { OwnDetailsSection } from './own-details-section.tsx'

vi.mock('#kit/web/navigation/reload-page.ts', () => ({ reloadPage: vi.fn() }))
beforeAll(() => Promise.all([import('./own-details-dialog.tsx'), import('./own-email-dialog.tsx')]))
beforeEach(() => {
  mockTopLayer()
  vi.mocked(reloadPage).mockReset()
})

const details: OwnDetails = {
  name: 'Anna',
  email: 'anna@example.test',
  phone: '+34612345678',
  pending_email: null,
  version: 'one',
}
const pending = { email: 'new@example.test', until: '2026-03-10T11:30:00.000Z' }

async function show(answers: CallMock[], kept: OwnDetails = details) {
  await renderAt('/profile', <OwnDetailsSection />, {
    boot: { signedIn: anna },
    messages: { app, profile: texts },
    callMocks: [...answers, mockCall(readOwnDetails, () => kept)],
  })
  await screen.findByText('612 345 678', { exact: false })
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

describe('name and telephone', () => {
  test('are saved against the version that was read, and the page reloads with the new name', async () => {
    const sent = vi.fn()
    await show([
      mockCall(changeOwnDetails, ({ body }) => {
        sent(body)
        return { ...details, name: body.name }
      }),
    ])
    await press('Cambiar nombre y teléfono')
    const name = await screen.findByLabelText('Nombre')
    await userEvent.clear(name)
    await press('Guardar')
    expect((await screen.findByText('Pon tu nombre')).textContent).toBe('Pon tu nombre')
    await userEvent.type(name, 'Anna Güell')
    expect(screen.queryByText('Pon tu nombre')).toBeNull()
    await press('Guardar')
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    expect(sent).toHaveBeenCalledWith({ name: 'Anna Güell', phone: '+34 612 345 678', version: 'one' })
  })

  test('changed on another device are reported, and the draft stays', async () => {
    await show([
      mockCall(changeOwnDetails, () => {
        throw new Refused('changed_meanwhile', 409, { extra: { current: { ...details, name: 'Ana', version: 'two' } } })
      }),
    ])
    await press('Cambiar nombre y teléfono')
    await userEvent.type(await screen.findByLabelText('Nombre'), ' Güell')
    await press('Guardar')
    await screen.findByText(/^Ana · /)
    expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Anna Güell')
  })
})

describe('a new e-mail address', () => {
  test('is confirmed with the code sent to it', async () => {
    const typed = vi.fn()
    await show([
      mockCall(requestOwnEmail, () => ({ ...details, pending_email: pending })),
      mockCall(confirmOwnEmail, ({ body }) => {
        typed(body.code)
        return { ...details, email: pending.email }
      }),
    ])
    await press('Cambiar el correo')
    await userEvent.type(await screen.findByLabelText('Correo nuevo'), 'new')
    await press('Enviar el código')
    await screen.findByText(/como nombre@correo\.es/)
    await userEvent.type(screen.getByLabelText('Correo nuevo'), '@example.test')
    await press('Enviar el código')
    await screen.findByText('Hemos enviado un código a new@example.test. Vale hasta las 12:30.')
    await userEvent.type(screen.getByLabelText('Código'), '123456')
    await press('Confirmar el correo')
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    expect(typed).toHaveBeenCalledWith('123456')
  })

  test('awaiting confirmation can be resumed', async () => {
    const wrong = () => {
      throw new Refused('code_wrong', 400, { fields: { code: ['Este no es el último código.'] } })
    }
    await show([mockCall(confirmOwnEmail, wrong)], { ...details, pending_email: pending })
    screen.getByText('Falta confirmar new@example.test.')
    await press('Escribir el código')
    await userEvent.type(await screen.findByLabelText('Código'), '000000')
    await press('Confirmar el correo')
    await screen.findByText('Este no es el último código.')
    await press('Usar otro correo')
    screen.getByLabelText('Correo nuevo')
  })
})
