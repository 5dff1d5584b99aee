import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { anna, mockCall } from '#kit/web/portal-testing.tsx'
import { type KnownHolder, readHolders, readSupplies } from '../../api.ts'
import texts from '../../texts/es.json'
import { draftUpTo, heading, press, renderWizard } from '../contracting-testing.tsx'
import { emptyWizardDraft } from '../draft/wizard-draft.ts'

const { wizard: words } = texts
const holder = (given: Partial<KnownHolder> = {}): KnownHolder => ({
  ...{ id: 7, is_company: false, tax_id: '12345678Z', full_name: 'Anna Serra Puig' },
  ...{ name: 'Anna', surname1: 'Serra', surname2: 'Puig', representative: null },
  ...{ mobile: '+34612345678', email: 'anna@example.test', language: 'ca' as const },
  accounts: [{ id: 31, printable_iban: 'ES91 •••• 1332' }],
  papers: [{ kind: 'identity' as const, tax_id: '12345678Z' }],
  ...given,
})
const taller = holder({
  ...{ id: 8, is_company: true, tax_id: 'B12345674', full_name: 'Taller SL', name: 'Taller SL' },
  ...{ surname1: '', surname2: '', accounts: [], papers: [] },
})

/** Renders the form at a step for a signed-in user, with no person typed yet. */
function showTo(step: 'installation' | 'person' | 'payment', holders: KnownHolder[], given: object = {}) {
  const empty = emptyWizardDraft({ locale: 'es' })
  const draft = { ...draftUpTo('electricity', step), person: empty.person, payment: empty.payment, ...given }
  const answers = [
    mockCall(readHolders, () => ({ items: holders })),
    mockCall(readSupplies, () => ({
      items: [
        {
          ...{ cups: 'ES0021990000000001AA', energy: 'gas' as const, line: 'Carrer de Gurb, 41 - 08500 Vic' },
          address: { tv: 'CL', nv: 'de Gurb', pnp: '41', dp: '08500', ine: '08298', state: '08', poblacio: 'Vic' },
          province: 'Barcelona',
        },
      ],
    })),
  ]
  return renderWizard(step, { draft, answers, signedIn: anna })
}
const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })

test('prefills the signed-in user, and does not ask for their documents twice', async () => {
  const { sent } = await showTo('person', [holder()])
  await expect.poll(() => field(words.fields.taxId).value).toBe('12345678Z')
  expect(field(words.fields.surname1).value).toBe('Serra')
  expect(field(words.fields.email).value).toBe('anna@example.test')
  expect(screen.getByText(words.own.identityShown)).toBeTruthy()
  expect(screen.queryByText(words.fields.identityFront)).toBeNull()
  await press(words.next.person)
  await heading(words.headings.contract)
  expect(sent.at(-1)).toMatchObject({ step: 2, owner: { fisic_vat: '12345678Z' }, nif_faceup: [], commsLanguage: 'ca' })
})

test('requires an identity document for another name under the same tax id', async () => {
  await showTo('person', [holder()])
  await expect.poll(() => field(words.fields.name).value).toBe('Anna')
  await userEvent.type(field(words.fields.name), 'bel')
  expect(screen.queryByText(words.own.identityShown)).toBeNull()
})

test('lets a user who manages several holders choose one, or somebody else', async () => {
  await showTo('person', [holder(), taller])
  expect(field(words.fields.taxId).value).toBe('')
  await userEvent.click(await screen.findByRole('radio', { name: /Taller SL/ }))
  expect(field(words.fields.taxId).value).toBe('B12345674')
  await userEvent.click(screen.getByRole('radio', { name: words.own.otherHolder }))
  expect(field(words.fields.taxId).value).toBe('')
})

test('lists accounts on file masked, and does not send their number', async () => {
  const { sent } = await showTo('payment', [holder()])
  const account = await screen.findByRole<HTMLInputElement>('radio', { name: 'ES91 •••• 1332' })
  await expect.poll(() => account.checked).toBe(true)
  await press(words.next.payment)
  await heading(words.headings.confirmation)
  expect(sent.find(({ step }) => step === 4)).toEqual({
    ...{ step: 4, lead_id: 41, bank: { account_id: 31 }, owner_is_bank_owner: true },
  })
  expect(screen.getByText('ES91 •••• 1332')).toBeTruthy()
})

test('accepts another account as input', async () => {
  await showTo('payment', [holder()])
  await userEvent.click(await screen.findByRole('radio', { name: words.own.otherAccount }))
  expect(field(words.fields.iban)).toBeTruthy()
})

test('prefills an own supply point, and its CUPS where it is of the same energy', async () => {
  const empty = emptyWizardDraft({ locale: 'es' })
  await showTo('installation', [holder()], { installation: empty.installation })
  await userEvent.click(await screen.findByRole('radio', { name: /Carrer de Gurb, 41/ }))
  expect(screen.getByDisplayValue('de Gurb')).toBeTruthy()
  expect(screen.getByDisplayValue('08500')).toBeTruthy()
  expect(field(words.supply.label).value).toBe('')
})
