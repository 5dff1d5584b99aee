import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { type CallMock, mockCall } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { addNotificationAddress, chooseNotificationAddress } from '../api.ts'
import { AddressDialog } from './address-dialog.tsx'
import { homeAddress, homeContract, officeAddress, renderDialog } from './correspondence-testing.tsx'

beforeEach(mockTopLayer)

function show(answers: CallMock[] = [], addresses = [homeAddress]) {
  return renderDialog((handlers) => <AddressDialog contract={homeContract} {...handlers} />, { answers, addresses })
}

async function fill(texts: Record<string, string>) {
  for (const [label, text] of Object.entries(texts)) {
    const field = await screen.findByLabelText(new RegExp(`^${label}`))
    await userEvent.clear(field)
    if (text) await userEvent.type(field, text)
  }
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

const gurb = { 'Nombre de la vía': 'de Gurb', Número: '41', Piso: '2', Puerta: '1', 'Código postal': '08500' }

test('types a new address, resolves its town, reviews it and sends it', async () => {
  const sent = vi.fn()
  const { onClose, onChanged } = await show([
    mockCall(addNotificationAddress, (given) => {
      sent(given)
      return { address_id: 9 }
    }),
  ])
  await fill(gurb)
  expect(await screen.findByText('Vic, provincia de Barcelona')).toBeTruthy()
  await press('Revisar la dirección')
  const dialog = within(await screen.findByRole('dialog', { name: 'Revisa la dirección' }))
  expect(dialog.getByText('Calle de Gurb, 41, 2.º 1.ª - 08500 Vic')).toBeTruthy()
  expect(sent).not.toHaveBeenCalled()
  await press('Cambiar la dirección')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(onChanged).toHaveBeenCalled()
  expect(sent.mock.calls[0]![0]).toMatchObject({
    params: { contractName: '0048213' },
    query: { type: 'electricity' },
    body: { ...{ name: 'Anna Güell', tv: 'CL', nv: 'de Gurb', pnp: '41', dp: '08500', poblacio: 'Vic' }, ine: '08298' },
  })
  expect(sent.mock.calls[0]![0].body).toMatchObject({
    state: '08',
    mobile: '+34 600 000 101',
    email: 'anna@example.com',
  })
})

test('looks up the postcode when typing pauses, or when the review needs it', async () => {
  await show()
  await fill({ 'Código postal': '0850' })
  expect(screen.queryByText(/provincia de/)).toBeNull()
  await fill(gurb)
  await press('Revisar la dirección')
  expect(await screen.findByRole('dialog', { name: 'Revisa la dirección' })).toBeTruthy()
})

test('asks for the town of a postcode with several, and derives the province from it', async () => {
  await show()
  await fill({ ...gurb, 'Código postal': '17130' })
  const towns = await screen.findByLabelText('Población')
  await press('Revisar la dirección')
  expect(await screen.findByRole('link', { name: 'Elige la población.' })).toBeTruthy()
  await userEvent.selectOptions(towns, 'Torroella de Montgrí')
  expect(await screen.findByText('Torroella de Montgrí, provincia de Girona')).toBeTruthy()
  await press('Revisar la dirección')
  expect(await screen.findByText('Girona')).toBeTruthy()
})

test('reports all missing or wrong fields at once beside each field, and keeps the draft', async () => {
  await show()
  await fill({ 'A nombre de': '', 'Código postal': '28999', 'Correo electrónico': 'anna', Teléfono: '12' })
  await press('Revisar la dirección')
  const summary = within(await screen.findByRole('alert'))
  expect(summary.getAllByRole('link').map((link) => link.textContent)).toEqual([
    'Pon el nombre de quien recibe las cartas.',
    'Pon el nombre de la vía.',
    'Pon el número, o S/N.',
    'No conocemos este código postal. Revísalo.',
    'Pon un correo electrónico completo, como nombre@correo.es.',
    'Revisa el teléfono: los españoles tienen nueve cifras y los demás empiezan por +.',
  ])
  expect((screen.getByLabelText('Correo electrónico') as HTMLInputElement).value).toBe('anna')
})

test('shows field errors from the server beside the field, and keeps the draft', async () => {
  await show([
    mockCall(addNotificationAddress, () => {
      throw new Refused('invalid', 400, { fields: { pnp: ['Este número no existe.'] } })
    }),
  ])
  await fill(gurb)
  await press('Revisar la dirección')
  await press('Cambiar la dirección')
  expect(await screen.findByRole('link', { name: 'Este número no existe.' })).toBeTruthy()
  expect((screen.getByLabelText('Nombre de la vía') as HTMLInputElement).value).toBe('de Gurb')
})

test.each([
  ['Número', { pnp: ['Este número no existe.'] }],
  ['Población', { state: 'Este número no existe.' }],
])('shows field errors of a successful response as well: %s', async (_, errors) => {
  const { onClose } = await show([mockCall(addNotificationAddress, () => ({ errors }))])
  await fill(gurb)
  await press('Revisar la dirección')
  await press('Cambiar la dirección')
  expect(await screen.findByRole('link', { name: 'Este número no existe.' })).toBeTruthy()
  expect((screen.getByLabelText('Nombre de la vía') as HTMLInputElement).value).toBe('de Gurb')
  expect(onClose).not.toHaveBeenCalled()
})

test('shows field errors for an existing address', async () => {
  const { onClose } = await show(
    [mockCall(chooseNotificationAddress, () => ({ errors: { address: ['Ya no sirve.'] } }))],
    [homeAddress, officeAddress],
  )
  await userEvent.selectOptions(await screen.findByLabelText('Dirección'), '2')
  await press('Revisar la dirección')
  await press('Cambiar la dirección')
  expect(await screen.findByText('Ya no sirve.')).toBeTruthy()
  expect((screen.getByLabelText('Dirección') as HTMLSelectElement).value).toBe('2')
  expect(onClose).not.toHaveBeenCalled()
})

test('shows a failure in place and lets the user retry', async () => {
  let isDown = true
  const { onClose } = await show([
    mockCall(addNotificationAddress, () => {
      if (isDown) throw new Refused('unexpected', 500)
      return { address_id: 9 }
    }),
  ])
  await fill(gurb)
  await press('Revisar la dirección')
  await press('Cambiar la dirección')
  expect((await screen.findByRole('alert')).textContent).toContain('No hemos podido cambiar la dirección.')
  isDown = false
  await press('Cambiar la dirección')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
})

test('offers the other addresses of the customer, without the current one', async () => {
  const sent = vi.fn()
  await show(
    [
      mockCall(chooseNotificationAddress, ({ body }) => {
        sent(body)
        return { address: officeAddress }
      }),
    ],
    [homeAddress, officeAddress],
  )
  const choice = await screen.findByLabelText('Dirección')
  expect([...choice.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Elige una',
    'Plaça Major, 2 - 08500 Vic · Anna Güell · anna@example.com',
  ])
  await press('Revisar la dirección')
  expect(await screen.findByText('Elige la dirección a la que quieres que te escribamos.')).toBeTruthy()
  await userEvent.selectOptions(choice, '2')
  await press('Revisar la dirección')
  await press('Cambiar la dirección')
  await vi.waitFor(() => expect(sent).toHaveBeenCalledWith({ addressId: 2 }))
})
