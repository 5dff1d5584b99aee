import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { answer } from '#kit/web/portal-testing.tsx'
import { standInForTopLayer } from '#kit/web/testing.tsx'
import { addContact, changeContact, changeDelivery } from '../api.ts'
import { ContactEditor } from './contact-editor.tsx'
import { home, homeAddress, showDialog } from './correspondence-testing.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'

beforeEach(standInForTopLayer)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('an e-mail or phone typed in its place', () => {
  test('is added where it was missing, with what is typed wrong said before anything is sent', async () => {
    const sent = vi.fn()
    const mute = { ...home, contact: { ...home.contact, phone: null } }
    const { onClose, onChanged } = await showDialog(
      (handlers) => <ContactEditor contract={mute} field="phone" {...handlers} />,
      {
        answers: [
          answer(addContact, ({ params, body }) => {
            sent(params, body)
            return body ?? {}
          }),
        ],
      },
    )
    await press('Guardar teléfono')
    expect(await screen.findByText('Pon un teléfono.')).toBeTruthy()
    await userEvent.type(screen.getByLabelText('Teléfono'), '12')
    await press('Guardar teléfono')
    expect(await screen.findByText(/los españoles tienen nueve cifras/)).toBeTruthy()
    expect(sent).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText('Teléfono'), '{Backspace}{Backspace}93 212 34 56')
    await press('Guardar teléfono')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onChanged).toHaveBeenCalled()
    expect(sent).toHaveBeenCalledWith({ contractName: '0048213', field: 'phone' }, { phone: '93 212 34 56' })
  })

  test('is changed where there is one, and stays typed when the server refuses it', async () => {
    const { onClose } = await showDialog((handlers) => <ContactEditor contract={home} field="email" {...handlers} />, {
      answers: [
        answer(changeContact, () => {
          throw new Refused('invalid', 400, { fields: { email: ['Este correo rebota.'] } })
        }),
      ],
    })
    const field = (await screen.findByLabelText('Correo electrónico')) as HTMLInputElement
    expect(field.value).toBe('anna@example.com')
    await userEvent.type(field, '.es')
    await press('Guardar correo')
    expect(await screen.findByText('Este correo rebota.')).toBeTruthy()
    expect(field.value).toBe('anna@example.com.es')
    expect(onClose).not.toHaveBeenCalled()
    await press('Cancelar')
    expect(onClose).toHaveBeenCalled()
  })
})

test('what another device has changed is told, and can be left as it stands', async () => {
  const notification_address = { ...homeAddress, mobile: '+34699000111' }
  const current = { version: 'b', notification_address }
  const { onClose, onChanged } = await showDialog(
    (handlers) => <ContactEditor contract={{ ...home, versions: { contact: 'a' } }} field="phone" {...handlers} />,
    {
      answers: [
        answer(changeContact, ({ body }) => {
          expect(body).toEqual({ phone: '+34 600 000 102', version: 'a' })
          throw new Refused('changed_meanwhile', 409, { extra: { current } })
        }),
      ],
    },
  )
  const field = (await screen.findByLabelText('Teléfono')) as HTMLInputElement
  await userEvent.clear(field)
  await userEvent.type(field, '+34 600 000 102')
  await press('Guardar teléfono')
  expect((await screen.findByRole('alert')).textContent).toContain('+34 699 000 111')
  expect(field.value).toBe('+34 600 000 102')
  await press('Dejarlo como está')
  expect(onChanged).toHaveBeenCalled()
  expect(onClose).toHaveBeenCalled()
})

test('what a server finds wrong while it says that all is well is told too', async () => {
  const { onClose } = await showDialog((handlers) => <ContactEditor contract={home} field="email" {...handlers} />, {
    answers: [answer(changeContact, () => ({ errors: { email: ['Este correo rebota.'] } }))],
  })
  const field = (await screen.findByLabelText('Correo electrónico')) as HTMLInputElement
  await userEvent.type(field, '.es')
  await press('Guardar correo')
  expect(await screen.findByText('Este correo rebota.')).toBeTruthy()
  expect(field.value).toBe('anna@example.com.es')
  expect(onClose).not.toHaveBeenCalled()
})

describe('the way of invoices', () => {
  test('is told as it is and as it will be, and changed by the button that says so', async () => {
    const sent = vi.fn()
    const { onClose, onChanged } = await showDialog((handlers) => <DeliveryDialog contract={home} {...handlers} />, {
      answers: [
        answer(changeDelivery, ({ body }) => {
          sent(body)
          return { invoice_online: 'postal' as const }
        }),
      ],
    })
    const dialog = await screen.findByRole('dialog', { name: 'Recibir las facturas por correo postal' })
    expect(dialog.textContent).toContain('anna@example.com')
    expect(dialog.textContent).toContain('Carrer Major, 1 - 08500 Vic')
    await press('Recibirlas por correo postal')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onChanged).toHaveBeenCalled()
    expect(sent).toHaveBeenCalledWith({ invoice_online: 'postal', type: 'electricity' })
  })

  test('cannot be by e-mail where there is none', async () => {
    const mute = { ...home, delivery: 'postal' as const, contact: { ...home.contact, email: null } }
    await showDialog((handlers) => <DeliveryDialog contract={mute} {...handlers} />)
    expect(await screen.findByText(/Nos falta tu correo electrónico/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Recibirlas por correo electrónico' })).toBeNull()
  })

  test.each([
    [
      'Este contrato no está activo y no se puede cambiar.',
      () => {
        throw new Refused('contract_not_active', 409)
      },
    ],
    ['Falta la dirección.', () => ({ errors: { address: ['Falta la dirección.'] } })],
  ])('stays when it cannot be changed, and says so: %s', async (words, reply) => {
    const { onClose } = await showDialog((handlers) => <DeliveryDialog contract={home} {...handlers} />, {
      answers: [answer(changeDelivery, reply)],
    })
    await press('Recibirlas por correo postal')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(onClose).not.toHaveBeenCalled()
  })
})
