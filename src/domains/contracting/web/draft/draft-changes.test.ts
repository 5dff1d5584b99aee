import { expect, test } from 'vitest'
import { applyPromoCode, detachLeads, updatePart } from './draft-changes.ts'
import { type ContractResult, emptyWizardDraft, type WizardDraft } from './wizard-draft.ts'

const empty = emptyWizardDraft({ locale: 'es' })
const made: ContractResult = { energy: 'electricity', format: 'markdown', body: '', signatureUrl: null }
const begun: WizardDraft = {
  ...empty,
  leads: { main: 41, gas: 42 },
  sent: { payment: '{}' },
  completed: ['installation', 'person', 'contract', 'gasContract'],
  blocked: 'badScore',
  isLinked: true,
}

test.each([
  ['no contract was created: starts new leads, for which no link was requested', [], null, false],
  ['the electricity contract was created: the gas still refers to its lead', [made], 41, true],
])('once leads are closed and %s', (_, ended, main, isLinked) => {
  expect(detachLeads({ ...begun, ended })).toEqual({ ...begun, ended, leads: { main, gas: null }, sent: {}, isLinked })
})

test('truncates a code from the address to the length of its field, and requires choosing the product again', () => {
  const draft = applyPromoCode(begun, 'S'.repeat(60))
  expect(draft.promotion.typed).toBe('S'.repeat(40))
  expect(draft.completed).toEqual(['installation', 'person'])
})

test('unblocks the form for another person', () => {
  expect(updatePart(begun, 'person', { name: 'Anna' })).toMatchObject({ blocked: null, person: { name: 'Anna' } })
  expect(updatePart(begun, 'payment', ({ isOwner }) => ({ isOwner: !isOwner }))).toMatchObject({
    ...{ blocked: 'badScore', payment: { iban: '', isOwner: true } },
  })
})
