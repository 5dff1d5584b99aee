import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import app from '#app/texts/es.json'
import { Refused } from '#kit/refusal.ts'
import { ToastProvider } from '#kit/web/overlay/toast.tsx'
import { mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import { mockTopLayer } from '#kit/web/render-testing.tsx'
import { confirmCustomerClaim } from '../api.ts'
import texts from '../texts/es.json'
import { ConfirmClaimButton } from './confirm-claim-button.tsx'

beforeEach(mockTopLayer)

async function openDialog(isCompany: boolean, confirm: (sent: unknown) => undefined) {
  await renderAt(
    '/',
    <ToastProvider>
      <ConfirmClaimButton customer={{ id: 3, is_company: isCompany }} />
    </ToastProvider>,
    { messages: { 'desk-customers': texts, app }, callMocks: [mockCall(confirmCustomerClaim, confirm)] },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Confirmar el NIF' }))
  return within(await screen.findByRole('dialog', { name: 'Confirmar que el NIF es suyo' }))
}

test.each([
  [false, 'identity_document'],
  [true, 'company_powers'],
])('sends the checked document with the confirmation, company: %s', async (isCompany, document) => {
  const confirm = vi.fn((_: unknown) => undefined)
  const dialog = await openDialog(isCompany, confirm)
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  expect((await screen.findAllByText('NIF confirmado.')).length).toBeGreaterThan(0)
  expect(confirm).toHaveBeenCalledWith(expect.objectContaining({ params: { id: '3' }, body: { document } }))
})

test('shows in the dialog why the claim was not confirmed', async () => {
  const dialog = await openDialog(false, () => {
    throw new Refused('tax_id_known', 409)
  })
  await userEvent.click(dialog.getByRole('button', { name: 'Confirmar' }))
  expect(await dialog.findByText(texts.refusals.tax_id_known)).toBeDefined()
})
