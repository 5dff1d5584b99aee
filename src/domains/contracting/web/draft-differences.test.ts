import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { askedBy } from '../asked-by.ts'
import { type DraftPart, draftDifferences } from './draft-differences.ts'
import { emptyWizard, type WizardDraft } from './wizard-draft.ts'

const asked = askedBy(defaultSettings)
const empty = emptyWizard({ locale: 'es' })
const all: DraftPart[] = ['installation', 'person', 'contract', 'promotion', 'gas', 'payment', 'yearKwh']
const place = (nv: string, found: WizardDraft['person']['address']['found'] = null) => ({
  typed: { ...empty.person.address.typed, nv },
  found,
})
const vic = { ine: '08298', state: '08', city: 'Vic', province: 'Barcelona' }

const cases: [string, Partial<WizardDraft>, Partial<WizardDraft>, DraftPart[], [string, string, unknown, unknown][]][] =
  [
    ['the same', {}, {}, all, []],
    [
      'an account that is another',
      { payment: { iban: 'ES91', isOwner: true } },
      { payment: { iban: 'ES36', isOwner: true } },
      all,
      [['payment', 'iban', 'ES91', 'ES36']],
    ],
    ['a part of which the other device says nothing', { payment: { iban: 'ES91', isOwner: true } }, {}, ['person'], []],
    [
      'an address, which is one line',
      { installation: { ...empty.installation, address: place('Major') } },
      { installation: { ...empty.installation, address: place('Nou') } },
      all,
      [['installation', 'address', 'Major', 'Nou']],
    ],
    [
      'a town that only one of the two has looked up',
      { installation: { ...empty.installation, address: place('Major', vic) } },
      { installation: { ...empty.installation, address: place('Major') } },
      all,
      [],
    ],
    [
      'gas that is left out',
      {},
      { gas: { ...empty.gas, isIncluded: false } },
      all,
      [['gasContract', 'gas.isLeftOut', false, true]],
    ],
    [
      'what no step sends',
      {},
      { promotion: { typed: 'SUN', applied: null }, contract: { ...empty.contract, yearKwh: '2900' } },
      all,
      [
        ['contract', 'yearKwh', '', '2900'],
        ['contract', 'promotion.typed', '', 'SUN'],
      ],
    ],
  ]

describe('two drafts differ in', () => {
  test.each(cases)('%s', (_, mine, theirs, parts, expected) => {
    const told = draftDifferences({ ...empty, ...mine }, { ...empty, ...theirs }, parts, { kind: 'dual', asked })
    expect(told.map(({ step, field, mine, theirs }) => [step, field, mine, theirs])).toEqual(expected)
  })
})
