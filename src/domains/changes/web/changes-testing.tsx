import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import type { Settings } from '#domains/retailer/settings.ts'
import { anna, type CallMock, mockCall, renderAt } from '#kit/web/portal-testing.tsx'
import uploads from '../../uploads/texts/es.json'
import { type ChangeRequest, listAccounts, listChanges, type PowerTerms, readPowerTerms } from '../api.ts'
import changes from '../texts/es.json'
import type { ChangeableContract } from './changeable-contract.ts'
import { ChangesSection } from './changes-section.tsx'

/** An active contract of a home without open changes. */
const home: ChangeableContract = {
  name: '0048213',
  energy: 'electricity',
  street: 'Carrer de Provença, 214',
  tariff: '2.0TD',
  isActive: true,
  isAtrAvailable: true,
  sipsCession: 'unactive',
  powerWatts: [4_600, 3_450],
  paymentMeans: 'direct_debit',
  account: { id: 1, masked: 'ES94 •••• 3157', isRevealable: true },
  phone: '612345678',
  awaitingSignature: [],
}

/** A power change that waits for its signature. */
export const pendingPowerChange: ChangeRequest = {
  id: 7,
  kind: 'power',
  state: 'waiting_for_signature',
  requested_at: '2026-03-09T10:00:00Z',
  updated_at: '2026-03-09T10:00:00Z',
  power: [5.5, 5.5],
  reason: null,
  signature: { id: 'abc', url: '/signature/abc' },
}

type ChangesOptions = {
  contract?: Partial<ChangeableContract>
  requests?: ChangeRequest[]
  settings?: Partial<Settings>
  search?: string
  isReadonly?: boolean
  answers?: CallMock[]
  powerTerms?: Partial<PowerTerms>
}

/** Renders the changes section of a contract. */
export function renderChanges({
  contract,
  requests = [],
  settings,
  search = '',
  isReadonly = false,
  answers = [],
  powerTerms = {},
}: ChangesOptions = {}) {
  return renderAt(`/contract${search}`, <ChangesSection id="changes" contract={{ ...home, ...contract }} />, {
    boot: { settings: { ...defaultSettings, ...settings }, signedIn: { ...anna, readonly: isReadonly } },
    messages: { changes, uploads, app: { refusals: { token_readonly: 'Solo puedes mirar.' } } },
    callMocks: [
      ...answers,
      mockCall(listChanges, () => ({ items: requests })),
      mockCall(readPowerTerms, () => ({
        held_power: 4.6,
        highest_power: [
          { period: 'P1', power: 4.1, minutes: 60, date: '2026-01-09' },
          { period: 'P2', power: 2.3, minutes: 15, date: '2026-01-10' },
        ],
        connection_right: 9.04,
        access_right: 19.7,
        extension_right: 17.27,
        electricity_tax: 3.8,
        tax: 21,
        tax_kind: 'vat' as const,
        other_tariff: {
          name: '3.0TD',
          power: [20, 16, 8, 7, 5, 3],
          energy: [0.21, 0.19, 0.17, 0.15, 0.13, 0.11],
        },
        power_prices: { power: [30, 6], discount: null },
        ...powerTerms,
      })),
      mockCall(listAccounts, () => ({
        items: [
          { id: 1, printable_iban: 'ES94 •••• 3157' },
          { id: 2, printable_iban: 'ES36 •••• 4659' },
        ],
      })),
    ],
  })
}
