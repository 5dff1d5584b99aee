import { expect, test } from 'vitest'
import { withCode, withoutLeads, withPart } from './draft-changes.ts'
import { type Ending, emptyWizard, type WizardDraft } from './wizard-draft.ts'

const empty = emptyWizard({ locale: 'es' })
const made: Ending = { energy: 'electricity', format: 'markdown', body: '', signatureUrl: null }
const begun: WizardDraft = {
  ...empty,
  leads: { main: 41, gas: 42 },
  sent: { payment: '{}' },
  completed: ['installation', 'person', 'contract', 'gasContract'],
  blocked: 'badScore',
  isLinked: true,
}

test.each([
  ['nothing is made of them: another is begun, of which no link was asked for', [], null, false],
  ['the electricity is made: the gas goes on naming it', [made], 41, true],
])('once leads are over and %s', (_, ended, main, isLinked) => {
  expect(withoutLeads({ ...begun, ended })).toEqual({ ...begun, ended, leads: { main, gas: null }, sent: {}, isLinked })
})

test('a code that came with the address is no longer than its field, and the product is chosen anew', () => {
  const draft = withCode(begun, 'S'.repeat(60))
  expect(draft.promotion.typed).toBe('S'.repeat(40))
  expect(draft.completed).toEqual(['installation', 'person'])
})

test('another person may go on where the one before could not', () => {
  expect(withPart(begun, 'person', { name: 'Anna' })).toMatchObject({ blocked: null, person: { name: 'Anna' } })
  expect(withPart(begun, 'payment', ({ isOwner }) => ({ isOwner: !isOwner }))).toMatchObject({
    ...{ blocked: 'badScore', payment: { iban: '', isOwner: true } },
  })
})
