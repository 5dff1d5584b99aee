import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import app from '#app/texts/es.json'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import uploads from '#domains/uploads/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { anna, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { readLeadConsent } from '../api.ts'
import type { LeadContact } from '../lead-contact.ts'
import leads from '../texts/es.json'
import { LeadForm } from './lead-form.tsx'

beforeEach(() => sessionStorage.clear())

async function shown({
  consented,
  onSend = async () => {},
}: {
  consented?: boolean
  onSend?: (contact: LeadContact) => Promise<unknown>
} = {}) {
  const signedIn = consented === undefined ? null : anna
  await renderAt('/power', <LeadForm name="power" action="Llamadme" invoice="optional" onSend={onSend} />, {
    boot: { settings: defaultSettings, signedIn },
    messages: { app, uploads, leads },
    callMocks: [mockCall(readLeadConsent, () => ({ consented: consented ?? false }))],
  })
  return userEvent.setup()
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Nombre'), 'Anna')
  await user.type(screen.getByLabelText('Primer apellido'), 'Serra')
  await user.clear(screen.getByLabelText('Correo electrónico'))
  await user.type(screen.getByLabelText('Correo electrónico'), 'anna@example.test')
  await user.type(screen.getByLabelText('Teléfono'), '612 345 678')
  await user.click(screen.getByLabelText('De 19 a 21 h'))
  await user.click(screen.getByLabelText('De 9 a 13 h'))
}

const consentBox = () => screen.queryByRole('checkbox', { name: /Acepto que/ })
const press = (user: ReturnType<typeof userEvent.setup>) => user.click(screen.getByRole('button', { name: 'Llamadme' }))

test('describes every missing field, and links to it', async () => {
  const onSend = vi.fn(async () => {})
  const user = await shown({ onSend })
  await press(user)
  await screen.findByRole('link', { name: leads.problems.consent })
  const summary = within(screen.getByRole('alert', { name: 'Revisa 6 datos' }))
  expect(summary.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    leads.problems.name,
    leads.problems.surname1,
    leads.problems.email,
    leads.problems.telephone,
    leads.problems.contactHours,
    leads.problems.consent,
  ])
  expect(screen.getByRole('link', { name: 'protección de datos' }).getAttribute('href')).toBe('/privacy')
  expect(onSend).not.toHaveBeenCalled()
})

test('sends the details with the time slots in order, and is cleared', async () => {
  const onSend = vi.fn(async () => {})
  const user = await shown({ onSend })
  await fillIn(user)
  await user.click(consentBox()!)
  await press(user)
  await waitFor(() => expect(onSend).toHaveBeenCalled())
  expect(onSend).toHaveBeenCalledWith({
    ...{ name: 'Anna', surname1: 'Serra', surname2: '', email: 'anna@example.test', telephone: '+34612345678' },
    ...{ contactHours: ['morning', 'evening'], consent: true },
  })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe(''))
})

test('requests consent only where it was not given before, unticked', async () => {
  const onSend = vi.fn(async () => {})
  const user = await shown({ consented: true, onSend })
  await screen.findByText(leads.consented)
  expect(consentBox()).toBeNull()
  await fillIn(user)
  await press(user)
  await waitFor(() => expect(onSend).toHaveBeenCalledWith(expect.objectContaining({ consent: true })))
})

test('keeps the input when sending fails, and shows the server’s problems beside their fields', async () => {
  const refusals = [
    new Refused('unexpected', 500),
    new Refused('invalid', 400, { fields: { 'contact.telephone': ['Ese número no existe.'] } }),
  ]
  const user = await shown({ onSend: () => Promise.reject(refusals.shift()) })
  await fillIn(user)
  await user.click(consentBox()!)
  await press(user)
  await screen.findByText(leads.failed)
  await press(user)
  await screen.findByRole('link', { name: 'Ese número no existe.' })
  expect(screen.getByLabelText<HTMLInputElement>('Nombre').value).toBe('Anna')
})
