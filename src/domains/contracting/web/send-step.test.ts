import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import type { Call } from '#kit/call.ts'
import type { Send } from '#kit/web/send.ts'
import { nothingGiven } from '../agreements.ts'
import { sendGasStep } from '../api.ts'
import { askedBy } from '../asked-by.ts'
import { type ContractKind, stepsOf } from '../wizard.ts'
import { type Around, confirm, type Progressed, problemsOfStep, sendUpTo } from './send-step.ts'
import { type Ending, emptyWizard, type WizardDraft } from './wizard-draft.ts'

const empty = emptyWizard({ locale: 'es' })
const around = (kind: ContractKind): Around => ({
  kind,
  asked: askedBy(defaultSettings),
  given: nothingGiven,
  steps: stepsOf({ kind, isCompany: false, isHaltedForCompanies: false }),
})

type Form = { step: number; lead_id?: number; electricityLeadId?: number }

/** A server that keeps whatever comes, under one lead for each energy. */
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
  const told = () => sent.splice(0).map(({ energy, step }) => `${energy} ${step}`)
  return { send, sent, told }
}

async function progress(send: Send, name: Parameters<typeof sendUpTo>[1], draft: WizardDraft, kind: ContractKind) {
  let done: Progressed = draft
  await sendUpTo(send, name, draft, around(kind), (now) => {
    done = now
  })
  return { ...draft, ...done }
}

test('a step is sent once, and again only when it differs', async () => {
  const { send, told } = server()
  const first = await progress(send, 'installation', empty, 'electricity')
  expect([told(), first.leads.main]).toEqual([['electricity 1'], 41])
  const person = await progress(send, 'person', first, 'electricity')
  expect(told()).toEqual(['electricity 2'])
  expect((await progress(send, 'person', person, 'electricity')).sent).toEqual(person.sent)
  expect(told()).toEqual([])
})

test('the holder is sent as the market writes tax ids and phones, however they were typed', async () => {
  const { send, sent } = server()
  const person = { ...empty.person, taxId: ' 12345678-z', mobile: '600 00 01 01' }
  await progress(send, 'person', { ...empty, person }, 'electricity')
  expect(sent.at(-1)).toMatchObject({ owner: { fisic_vat: '12345678Z' }, owner_address: { mobile: '+34600000101' } })
})

test('what was changed of an earlier step goes along, under the same lead', async () => {
  const { send, sent, told } = server()
  const before = await progress(send, 'contract', empty, 'electricity')
  told()
  const changed = { ...before, installation: { ...before.installation, isSupplied: false } }
  await progress(send, 'payment', changed, 'electricity')
  expect(sent.map(({ lead_id }) => lead_id)).toEqual([41, 41])
  expect(told()).toEqual(['electricity 1', 'electricity 4'])
})

test('a holder who is refused stops there, and is asked about again even unchanged', async () => {
  const { send, told } = server({ isKnownToPay: false })
  const refused = await progress(send, 'payment', empty, 'electricity')
  expect([refused.blocked, told()]).toEqual(['badScore', ['electricity 1', 'electricity 2']])
  await progress(send, 'person', refused, 'electricity')
  expect(told()).toEqual(['electricity 2'])
})

test('gas with electricity is a lead of its own that names the other', async () => {
  const { send, sent } = server()
  const draft = await progress(send, 'payment', empty, 'dual')
  expect(draft.leads).toEqual({ main: 41, gas: 42 })
  expect(sent.find(({ energy }) => energy === 'gas')).toMatchObject({ step: 3, electricityLeadId: 41 })
})

test('gas alone goes by the calls of gas, and gas that is left out is not sent', async () => {
  const { send, told } = server()
  await progress(send, 'payment', empty, 'gas')
  expect(told()).toEqual(['gas 1', 'gas 2', 'gas 3', 'gas 4'])
  const without = { ...empty, gas: { ...empty.gas, isIncluded: false } }
  expect(problemsOfStep('gasContract', without, around('dual'))).toEqual({})
  await progress(send, 'payment', without, 'dual')
  expect(told()).toEqual(['electricity 1', 'electricity 2', 'electricity 3', 'electricity 4'])
})

test('an answer that says ERROR is a failure, however well it arrived', async () => {
  const send = (async () => ({
    lead_id: 41,
    status: 'ERROR',
    result: { error: 'No line', render: null },
    signature: null,
  })) as unknown as Send
  const ended: Ending[] = []
  const draft = { ...empty, leads: { main: 41, gas: null } }
  await expect(confirm(send, draft, around('electricity'), (ending) => ended.push(ending))).rejects.toThrow('No line')
  expect(ended).toEqual([])
})

test('an answer without words ends in the usual ones', async () => {
  const { send } = server()
  const ended: Ending[] = []
  const draft = { ...empty, leads: { main: 41, gas: null } }
  await confirm(send, draft, around('electricity'), (ending) => ended.push(ending))
  expect(ended).toEqual([{ energy: 'electricity', format: 'markdown', body: '', signatureUrl: null }])
})

test('of two contracts the one that is made is not asked for again', async () => {
  const draft = { ...empty, leads: { main: 41, gas: 42 } }
  const ended: Ending[] = []
  const failing = server({ gasFails: true })
  const keep = (ending: Ending) => void ended.push(ending)
  await expect(confirm(failing.send, draft, around('dual'), keep)).rejects.toThrow('Failed to fetch')
  expect(failing.told()).toEqual(['electricity 5', 'gas 5'])
  const { send, told } = server()
  await confirm(send, { ...draft, ended }, around('dual'), keep)
  expect(told()).toEqual(['gas 5'])
  expect(ended.map(({ energy }) => energy)).toEqual(['electricity', 'gas'])
})

test('a holder whom a person checks goes on, and it is known from there', async () => {
  const { send, told } = server({ isByPerson: true })
  const done = await progress(send, 'contract', empty, 'electricity')
  expect([done.blocked, done.isCheckedByPerson]).toEqual([null, true])
  expect(told()).toEqual(['electricity 1', 'electricity 2', 'electricity 3'])
})
