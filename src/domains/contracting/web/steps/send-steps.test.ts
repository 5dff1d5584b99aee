import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Call } from '#kit/call.ts'
import type { Send } from '#kit/web/send.ts'
import { noAgreements } from '../../agreements.ts'
import { sendGasStep } from '../../api.ts'
import { readFormConfig } from '../../form-config.ts'
import { type ContractKind, wizardStepsOf } from '../../wizard.ts'
import { type ContractResult, emptyWizardDraft, type WizardDraft } from '../draft/wizard-draft.ts'
import { confirmContracts, type SendProgress, sendUpTo, stepProblemsOf, type WizardContext } from './send-steps.ts'

const empty = emptyWizardDraft({ locale: 'es' })
const around = (kind: ContractKind): WizardContext => ({
  kind,
  config: readFormConfig(defaultSettings),
  agreements: noAgreements,
  steps: wizardStepsOf({ kind, isCompany: false, isHaltedForCompanies: false }),
  holders: [],
})

type Form = { step: number; lead_id?: number; electricityLeadId?: number }

/** A server that accepts everything, under one lead for each energy. */
function server({ isKnownToPay = true, isByPerson = false, gasFails = false } = {}) {
  const sent: (Form & { energy: string })[] = []
  const send = (async (definition: Call, { body }: { body?: { FormConfirm: Form } }) => {
    const by_person = isByPerson || undefined
    if (!body)
      return definition.path.includes('solvencia')
        ? { scoring: isKnownToPay, by_person }
        : { dni_valid: true, by_person }
    const energy = definition === sendGasStep ? 'gas' : 'electricity'
    const form = body.FormConfirm
    sent.push({ energy, ...form })
    if (gasFails && energy === 'gas' && form.step === 5) throw new TypeError('Failed to fetch')
    return { lead_id: energy === 'gas' ? 42 : 41, status: 'OK', result: null, signature: null }
  }) as unknown as Send
  const drainSentSteps = () => sent.splice(0).map(({ energy, step }) => `${energy} ${step}`)
  return { send, sent, drainSentSteps }
}

async function progress(send: Send, name: Parameters<typeof sendUpTo>[1], draft: WizardDraft, kind: ContractKind) {
  let done: SendProgress = draft
  await sendUpTo(send, name, draft, around(kind), (now) => {
    done = now
  })
  return { ...draft, ...done }
}

test('sends a step once, and again only when it changes', async () => {
  const { send, drainSentSteps } = server()
  const first = await progress(send, 'installation', empty, 'electricity')
  expect([drainSentSteps(), first.leads.main]).toEqual([['electricity 1'], 41])
  const person = await progress(send, 'person', first, 'electricity')
  expect(drainSentSteps()).toEqual(['electricity 2'])
  expect((await progress(send, 'person', person, 'electricity')).sent).toEqual(person.sent)
  expect(drainSentSteps()).toEqual([])
})

test('sends the holder’s tax ids and phones in market format, however they were typed', async () => {
  const { send, sent } = server()
  const person = { ...empty.person, taxId: ' 12345678-z', mobile: '600 00 01 01' }
  await progress(send, 'person', { ...empty, person }, 'electricity')
  expect(sent.at(-1)).toMatchObject({ owner: { fisic_vat: '12345678Z' }, owner_address: { mobile: '+34600000101' } })
})

test('resends changed earlier steps along with it, under the same lead', async () => {
  const { send, sent, drainSentSteps } = server()
  const before = await progress(send, 'contract', empty, 'electricity')
  drainSentSteps()
  const changed = { ...before, installation: { ...before.installation, isSupplied: false } }
  await progress(send, 'payment', changed, 'electricity')
  expect(sent.map(({ lead_id }) => lead_id)).toEqual([41, 41])
  expect(drainSentSteps()).toEqual(['electricity 1', 'electricity 4'])
})

test('stops at a holder who is refused, and checks again even without changes', async () => {
  const { send, drainSentSteps } = server({ isKnownToPay: false })
  const refused = await progress(send, 'payment', empty, 'electricity')
  expect([refused.blocked, drainSentSteps()]).toEqual(['badScore', ['electricity 1', 'electricity 2']])
  await progress(send, 'person', refused, 'electricity')
  expect(drainSentSteps()).toEqual(['electricity 2'])
})

test('sends gas with electricity as a lead of its own that refers to the other', async () => {
  const { send, sent } = server()
  const draft = await progress(send, 'payment', empty, 'dual')
  expect(draft.leads).toEqual({ main: 41, gas: 42 })
  expect(sent.find(({ energy }) => energy === 'gas')).toMatchObject({ step: 3, electricityLeadId: 41 })
})

test('sends gas alone by the gas calls, and does not send gas that is left out', async () => {
  const { send, drainSentSteps } = server()
  await progress(send, 'payment', empty, 'gas')
  expect(drainSentSteps()).toEqual(['gas 1', 'gas 2', 'gas 3', 'gas 4'])
  const without = { ...empty, gas: { ...empty.gas, isIncluded: false } }
  expect(stepProblemsOf('gasContract', without, around('dual'))).toEqual({})
  await progress(send, 'payment', without, 'dual')
  expect(drainSentSteps()).toEqual(['electricity 1', 'electricity 2', 'electricity 3', 'electricity 4'])
})

test('treats a reply that says ERROR as a failure, whatever its status', async () => {
  const send = (async () => ({
    lead_id: 41,
    status: 'ERROR',
    result: { error: 'No line', render: null },
    signature: null,
  })) as unknown as Send
  const ended: ContractResult[] = []
  const draft = { ...empty, leads: { main: 41, gas: null } }
  await expect(confirmContracts(send, draft, around('electricity'), (ending) => ended.push(ending))).rejects.toThrow(
    'No line',
  )
  expect(ended).toEqual([])
})

test('shows the default text for a reply without one', async () => {
  const { send } = server()
  const ended: ContractResult[] = []
  const draft = { ...empty, leads: { main: 41, gas: null } }
  await confirmContracts(send, draft, around('electricity'), (ending) => ended.push(ending))
  expect(ended).toEqual([{ energy: 'electricity', format: 'markdown', body: '', signatureUrl: null }])
})

test('does not confirm again the one of two contracts that exists', async () => {
  const draft = { ...empty, leads: { main: 41, gas: 42 } }
  const ended: ContractResult[] = []
  const failing = server({ gasFails: true })
  const keep = (ending: ContractResult) => void ended.push(ending)
  await expect(confirmContracts(failing.send, draft, around('dual'), keep)).rejects.toThrow('Failed to fetch')
  expect(failing.drainSentSteps()).toEqual(['electricity 5', 'gas 5'])
  const { send, drainSentSteps } = server()
  await confirmContracts(send, { ...draft, ended }, around('dual'), keep)
  expect(drainSentSteps()).toEqual(['gas 5'])
  expect(ended.map(({ energy }) => energy)).toEqual(['electricity', 'gas'])
})

test('continues with a holder whom an operator checks, and remembers it', async () => {
  const { send, drainSentSteps } = server({ isByPerson: true })
  const done = await progress(send, 'contract', empty, 'electricity')
  expect([done.blocked, done.isCheckedByPerson]).toEqual([null, true])
  expect(drainSentSteps()).toEqual(['electricity 1', 'electricity 2', 'electricity 3'])
})
