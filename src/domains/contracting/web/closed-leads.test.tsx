import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Refused } from '#kit/refusal.ts'
import { mockCall } from '#kit/web/portal-testing.tsx'
import { readLead, sendElectricityStep, sendGasStep } from '../api.ts'
import texts from '../texts/es.json'
import type { ContractKind } from '../wizard.ts'
import { draftUpTo, heading, press, renderWizard, summary } from './contracting-testing.tsx'

beforeEach(() => {
  sessionStorage.clear()
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {})
})

const { wizard: words } = texts
const leadIds = { electricity: 41, gas: 42 }
type Energy = keyof typeof leadIds

type LeadServerOptions = {
  /** The states of the leads when the form uses them. */
  states?: Partial<Record<Energy, 'open' | 'sent' | 'signed' | 'left'>>
  /** The energy whose last step arrives while its reply is lost. */
  losesAnswerOf?: Energy
  signature?: { id: string; url: string } | null
}

/** A server that accepts nothing more for a lead that is not open, with every step that it received. */
function server({ states = {}, losesAnswerOf, signature = null }: LeadServerOptions) {
  const now: Record<Energy, string> = { electricity: 'open', gas: 'open', ...states }
  const got: string[] = []
  const take = (energy: Energy, { step, lead_id }: { step: number; lead_id?: number }) => {
    got.push(`${energy} ${step}`)
    if (lead_id === undefined) now[energy] = 'open'
    if (now[energy] !== 'open') throw new Refused('lead_closed', 409)
    if (step !== 5) return { lead_id: leadIds[energy], status: 'OK' as const }
    now[energy] = 'sent'
    if (energy === losesAnswerOf) throw new TypeError('Failed to fetch')
    return { lead_id: leadIds[energy], status: 'OK' as const, result: { error: null, render: null }, signature }
  }
  const answers = [
    mockCall(sendElectricityStep, ({ body }) => take('electricity', body.FormConfirm)),
    mockCall(sendGasStep, ({ body }) => take('gas', body.FormConfirm)),
    mockCall(readLead, ({ params }) => {
      const energy = params.leadId === '42' ? 'gas' : 'electricity'
      const isMade = now[energy] === 'sent'
      return {
        ...{ lead_id: leadIds[energy], kind: 'dual' as const, state: now[energy] as 'open', steps_done: 5 },
        ...{ steps: {}, typed: {}, files: [], gas_lead_id: energy === 'electricity' ? 42 : null },
        signature: isMade ? signature : null,
      }
    }),
  ]
  return { answers, confirmed: () => got.filter((step) => step.endsWith('5')), got }
}

const begun = (kind: ContractKind) =>
  draftUpTo(kind, 'confirmation', { leads: { main: 41, gas: kind === 'dual' ? 42 : null } })

async function agree() {
  await userEvent.click(await screen.findByLabelText(/condiciones generales/))
  await userEvent.click(screen.getByLabelText(/tratamiento de mis datos/))
}

describe('a contract that is made without this form knowing', () => {
  test('because the reply was lost: retrying finishes it, and it is signed', async () => {
    const { answers } = server({ losesAnswerOf: 'electricity', signature: { id: 'x', url: '/signature/x' } })
    await renderWizard('confirmation', { draft: begun('electricity'), answers })
    await agree()
    await press(words.confirm)
    expect(await screen.findByText(words.failures.connectivity)).toBeTruthy()
    await press(words.confirm)
    await heading(words.headings.finish)
    expect(await screen.findByText(words.sent)).toBeTruthy()
    expect(screen.getByRole('link', { name: words.sign }).getAttribute('href')).toContain('/signature/x')
    expect(sessionStorage.getItem('draft:contracting-electricity:')).not.toContain('ES91')
  })

  test('because the reply about the electricity was lost: the gas is confirmed after it', async () => {
    const { answers, confirmed } = server({ losesAnswerOf: 'electricity' })
    await renderWizard('confirmation', { kind: 'dual', draft: begun('dual'), answers })
    await agree()
    await press(words.confirm)
    await screen.findByText(words.failures.connectivity)
    await press(words.confirm)
    await heading(words.headings.finish)
    expect(confirmed()).toEqual(['electricity 5', 'electricity 5', 'gas 5'])
  })

  test.each([
    ['electricity', 'confirmation', 'sent'],
    ['electricity', 'payment', 'signed'],
    ['electricity', 'installation', 'sent'],
    ['dual', 'confirmation', 'sent'],
    ['dual', 'contract', 'sent'],
  ] as const)('on another device, %s, while this form was at %s', async (kind, step, state) => {
    const { answers, got } = server({ states: { electricity: state, gas: state } })
    await renderWizard(step, { kind, draft: begun(kind), answers })
    await heading(words.headings[step])
    if (step === 'confirmation') await agree()
    if (step === 'contract') await screen.findByRole('radio', { name: /Clara/ })
    await press(step === 'confirmation' ? words.confirm : words.next[step])
    await heading(words.headings.finish)
    expect(got).toEqual(['electricity 1'])
  })

  test('of electricity alone: a changed account is sent to the gas', async () => {
    const { answers, got } = server({ states: { electricity: 'sent' } })
    await renderWizard('payment', { kind: 'dual', draft: begun('dual'), answers })
    await heading(words.headings.payment)
    await screen.findByLabelText(words.fields.iban)
    await press(words.next.payment)
    await heading(words.headings.confirmation)
    expect(got).toEqual(['electricity 1', 'gas 2', 'gas 3', 'gas 4'])
    await agree()
    await press(words.confirm)
    await heading(words.headings.finish)
    expect(got.slice(4)).toEqual(['gas 5'])
  })
})

test('starts another lead with the same input where one was closed without a contract', async () => {
  const { answers, got } = server({ states: { electricity: 'left' } })
  await renderWizard('payment', { draft: begun('electricity'), answers })
  await screen.findByLabelText(words.fields.iban)
  await press(words.next.payment)
  expect(await screen.findByText(words.failures.leadOver)).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(words.fields.iban).value).toContain('ES91')
  await press(words.next.payment)
  await heading(words.headings.confirmation)
  expect(got).toEqual(['electricity 1', 'electricity 1', 'electricity 2', 'electricity 3', 'electricity 4'])
})

test('requests only the files again, beside their field, for a lead that was deleted', async () => {
  let isForgotten = true
  const confirmedLeads: unknown[] = []
  const unknown = 'Uno de los archivos ya no está. Quítalo y añádelo otra vez.'
  const answers = [
    mockCall(sendElectricityStep, ({ body }) => {
      const form = body.FormConfirm
      if (form.lead_id === 41) throw new Refused('not_found', 404)
      if (form.step === 2 && form.nif_faceup?.length && isForgotten)
        throw new Refused('invalid', 400, { fields: { nif_faceup: [unknown] } })
      if (form.step === 5) confirmedLeads.push(form.lead_id)
      return { lead_id: 51, status: 'OK' as const }
    }),
  ]
  const { follow } = await renderWizard('confirmation', { draft: begun('electricity'), answers })
  await agree()
  await press(words.confirm)
  expect(await screen.findByText(words.failures.generic)).toBeTruthy()
  await press(words.confirm)
  await heading(words.headings.person)
  expect(await summary()).toEqual([expect.stringContaining(unknown)])
  expect((await screen.findByLabelText<HTMLInputElement>(words.fields.name)).value).toBe('Anna')
  expect(screen.getAllByText(unknown, { exact: false }).length).toBeGreaterThan(1)
  // Another file is one that the server has.
  isForgotten = false
  follow(words.steps.confirmation)
  await heading(words.headings.confirmation)
  expect(await screen.findByText('ES91 •••• 1332')).toBeTruthy()
  await press(words.confirm)
  await heading(words.headings.finish)
  expect(confirmedLeads).toEqual([51])
})

describe('a contract that exists', () => {
  const finished = () => {
    const ending = { energy: 'electricity', format: 'markdown', body: '', signatureUrl: '/signature/x' } as const
    return { ...begun('electricity'), ended: [ending], isFinished: true }
  }

  test('is still shown on returning from signing it', async () => {
    const { router, follow } = await renderWizard('finish', { draft: finished() })
    await screen.findByRole('link', { name: words.sign })
    follow(words.sign)
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: words.sign })).toBeNull())
    router.history.back()
    expect(await screen.findByRole('link', { name: words.sign })).toBeTruthy()
  })

  test('is replaced by another one in the same tab', async () => {
    await renderWizard(null, { draft: finished() })
    await heading(words.headings.installation)
    await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Nombre de la vía').value).toBe(''))
    expect(sessionStorage.getItem('draft:contracting-electricity:')).toBeNull()
  })

  test('is replaced by one with a promotional code', async () => {
    await renderWizard(null, { draft: finished(), search: { promocode: 'SOCI4' } })
    await heading(words.headings.installation)
    const readStoredDraft = () => JSON.parse(sessionStorage.getItem('draft:contracting-electricity:')!)
    await vi.waitFor(() =>
      expect(readStoredDraft()).toMatchObject({ promotion: { typed: 'SOCI4' }, isFinished: false, ended: [] }),
    )
  })

  test('is replaced by another one from the page that shows it', async () => {
    const { router } = await renderWizard('finish', { draft: finished() })
    await screen.findByRole('link', { name: words.sign })
    await router.navigate({ to: '/new-electricity-customer' })
    await heading(words.headings.installation)
    expect(screen.queryByRole('link', { name: words.sign })).toBeNull()
  })
})
