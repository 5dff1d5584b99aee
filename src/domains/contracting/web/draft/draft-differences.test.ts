import { describe, expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { readFormConfig } from '../../form-config.ts'
import { type DraftPart, draftDifferences } from './draft-differences.ts'
import { emptyWizardDraft, type WizardDraft } from './wizard-draft.ts'

const formConfig = readFormConfig(defaultSettings)
const empty = emptyWizardDraft({ locale: 'es' })
const all: DraftPart[] = ['installation', 'person', 'contract', 'promotion', 'gas', 'payment', 'yearKwh']
const place = (nv: string, found: WizardDraft['person']['address']['town'] = null) => ({
  input: { ...empty.person.address.input, nv },
  town: found,
})
const vic = { ine: '08298', state: '08', city: 'Vic', province: 'Barcelona' }

const cases: [string, Partial<WizardDraft>, Partial<WizardDraft>, DraftPart[], [string, string, unknown, unknown][]][] =
  [
    ['are none for equal drafts', {}, {}, all, []],
    [
      'include a different account',
      { payment: { iban: 'ES91', isOwner: true } },
      { payment: { iban: 'ES36', isOwner: true } },
      all,
      [['payment', 'iban', 'ES91', 'ES36']],
    ],
    [
      'leave out a part that the other device has not reported',
      { payment: { iban: 'ES91', isOwner: true } },
      {},
      ['person'],
      [],
    ],
    [
      'treat an address as one line',
      { installation: { ...empty.installation, address: place('Major') } },
      { installation: { ...empty.installation, address: place('Nou') } },
      all,
      [['installation', 'address', 'Major', 'Nou']],
    ],
    [
      'ignore a town that only one of the two has looked up',
      { installation: { ...empty.installation, address: place('Major', vic) } },
      { installation: { ...empty.installation, address: place('Major') } },
      all,
      [],
    ],
    [
      'include gas that is left out',
      {},
      { gas: { ...empty.gas, isIncluded: false } },
      all,
      [['gasContract', 'gas.isLeftOut', false, true]],
    ],
    [
      'include what no step sends',
      {},
      { promotion: { typed: 'SUN', applied: null }, contract: { ...empty.contract, yearKwh: '2900' } },
      all,
      [
        ['contract', 'yearKwh', '', '2900'],
        ['contract', 'promotion.typed', '', 'SUN'],
      ],
    ],
  ]

describe('the differences of two drafts', () => {
  test.each(cases)('%s', (_, mine, theirs, parts, expected) => {
    const differences = draftDifferences({ ...empty, ...mine }, { ...empty, ...theirs }, parts, {
      kind: 'dual',
      config: formConfig,
    })
    expect(differences.map(({ step, field, mine, theirs }) => [step, field, mine, theirs])).toEqual(expected)
  })
})
