import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { addContact, changeContact, changeDelivery } from '../api.ts'
import { ContactEditor } from './contact-editor.tsx'
import { homeAddress, homeContract, renderDialog } from './correspondence-testing.tsx'
import { DeliveryDialog } from './delivery-dialog.tsx'

beforeEach(mockTopLayer)

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

describe('the inline editor for e-mail or phone', () => {
  test('adds a missing value, and reports problems before anything is sent', async () => {
    const sent = vi.fn()
    const mute = { ...homeContract, contact: { ...homeContract.contact, phone: null } }
    const { onClose, onChanged } = await renderDialog(
      (handlers) => <ContactEditor contract={mute} field="phone" {...handlers} />,
      {
        answers: [
          mockCall(addContact, ({ params, body }) => {
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

  test('changes an existing value, and keeps the draft when the server rejects it', async () => {
    const { onClose } = await renderDialog(
      (handlers) => <ContactEditor contract={homeContract} field="email" {...handlers} />,
      {
        answers: [
          mockCall(changeContact, () => {
            throw new Refused('invalid', 400, { fields: { email: ['Este correo rebota.'] } })
          }),
        ],
      },
    )
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

test('shows a change made on another device, and lets the user keep it', async () => {
  const notification_address = { ...homeAddress, mobile: '+34699000111' }
  const current = { version: 'b', notification_address }
  const { onClose, onChanged } = await renderDialog(
    (handlers) => (
      <ContactEditor contract={{ ...homeContract, versions: { contact: 'a' } }} field="phone" {...handlers} />
    ),
    {
      answers: [
        mockCall(changeContact, ({ body }) => {
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

test('shows field errors of a successful response as well', async () => {
  const { onClose } = await renderDialog(
    (handlers) => <ContactEditor contract={homeContract} field="email" {...handlers} />,
    {
      answers: [mockCall(changeContact, () => ({ errors: { email: ['Este correo rebota.'] } }))],
    },
  )
  const field = (await screen.findByLabelText('Correo electrónico')) as HTMLInputElement
  await userEvent.type(field, '.es')
  await press('Guardar correo')
  expect(await screen.findByText('Este correo rebota.')).toBeTruthy()
  expect(field.value).toBe('anna@example.com.es')
  expect(onClose).not.toHaveBeenCalled()
})

describe('the invoice delivery dialog', () => {
  test('shows the current and the new delivery, and changes it with a button that names the new one', async () => {
    const sent = vi.fn()
    const { onClose, onChanged } = await renderDialog(
      (handlers) => <DeliveryDialog contract={homeContract} {...handlers} />,
      {
        answers: [
          mockCall(changeDelivery, ({ body }) => {
            sent(body)
            return { invoice_online: 'postal' as const }
          }),
        ],
      },
    )
    const dialog = await screen.findByRole('dialog', { name: 'Recibir las facturas por correo postal' })
    expect(dialog.textContent).toContain('anna@example.com')
    expect(dialog.textContent).toContain('Carrer Major, 1 - 08500 Vic')
    await press('Recibirlas por correo postal')
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(onChanged).toHaveBeenCalled()
    expect(sent).toHaveBeenCalledWith({ invoice_online: 'postal', type: 'electricity' })
  })

  test('does not offer e-mail without an e-mail address', async () => {
    const mute = { ...homeContract, delivery: 'postal' as const, contact: { ...homeContract.contact, email: null } }
    await renderDialog((handlers) => <DeliveryDialog contract={mute} {...handlers} />)
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
  ])('stays open and shows the reason when the change fails: %s', async (words, reply) => {
    const { onClose } = await renderDialog((handlers) => <DeliveryDialog contract={homeContract} {...handlers} />, {
      answers: [mockCall(changeDelivery, reply)],
    })
    await press('Recibirlas por correo postal')
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(onClose).not.toHaveBeenCalled()
  })
})
