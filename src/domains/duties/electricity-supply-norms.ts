import { normsOf } from './norm.ts'

const generalFrom = '2026-02-12'
/** Articles 6, 13, 28 to 30 and 43 to 45 apply four months later (final provision 9.4). */
const suppliersFrom = '2026-06-12'

/** The general regulation of the supply of electricity: what retailers, distributors and customers have to do, by when. */
export const electricitySupplyNorms = [
  ...normsOf({ law: 'RD 88/2026', source: 'BOE-A-2026-3212', energy: 'electricity', validFrom: generalFrom }, [
    {
      kind: 'case_answer',
      code: 'electricity.complaint',
      article: '55.3',
      topic: 'complaint',
      term: [15, 'working_days'],
      recourse: 'consumer_bodies',
    },
    {
      kind: 'ombudsman_decision',
      code: 'electricity.ombudsman',
      article: '56',
      term: [2, 'months'],
      recourse: 'consumer_bodies',
    },
    { kind: 'switch_request', code: 'electricity.switchRequest', article: '19.1', term: [1, 'working_days'] },
    {
      kind: 'supply_switch',
      code: 'electricity.switch',
      article: '18.1',
      topic: 'simple',
      term: [10, 'working_days'],
      recourse: 'energy_authority',
    },
    {
      kind: 'supply_switch',
      code: 'electricity.complexSwitch',
      article: '18.1',
      topic: 'complex',
      term: [15, 'working_days'],
      recourse: 'energy_authority',
    },
    {
      kind: 'switch_activation',
      code: 'electricity.switchActivation',
      article: '19.2',
      topic: 'simple',
      term: [1, 'working_days'],
    },
    {
      kind: 'switch_activation',
      code: 'electricity.complexSwitchActivation',
      article: '19.2',
      topic: 'complex',
      term: [5, 'working_days'],
    },
    {
      kind: 'temporary_power_request',
      code: 'electricity.temporaryPower',
      article: '38.5',
      state: 'conditional',
      note: 'Once the CNMC has set its prices, not before 12 August 2026 (final provision 9.3).',
      term: [5, 'working_days'],
    },
    { kind: 'contract_evidence', code: 'electricity.evidence', article: '18.5', term: [5, 'years'] },
    { kind: 'last_reading', code: 'electricity.lastReading', article: '19.6', term: [21, 'days'] },
    { kind: 'contract_end', code: 'electricity.end', article: '40.1', term: [5, 'working_days'] },
    {
      kind: 'power_change',
      code: 'electricity.power',
      article: '38.2',
      topic: 'remote',
      term: [72, 'hours'],
      recourse: 'energy_authority',
    },
    {
      kind: 'power_change',
      code: 'electricity.powerLowVoltage',
      article: '38.2',
      topic: 'field_low_voltage',
      term: [5, 'working_days'],
      recourse: 'energy_authority',
    },
    {
      kind: 'power_change',
      code: 'electricity.powerHighVoltage',
      article: '38.2',
      topic: 'field_high_voltage',
      term: [10, 'working_days'],
      recourse: 'energy_authority',
    },
    { kind: 'next_power_change', code: 'electricity.nextPower', article: '38.1', term: [12, 'months'] },
    { kind: 'curve_consent', code: 'electricity.curveConsent', article: '17.2', term: [6, 'months'] },
    { kind: 'suspension', code: 'electricity.suspensionHome', article: '47', topic: 'main_home', term: [1, 'months'] },
    { kind: 'access_contract_end', code: 'electricity.accessEnd', article: '40.2.d', term: [2, 'months'] },
    { kind: 'reconnection_request', code: 'electricity.reconnectionRequest', article: '52', term: [12, 'hours'] },
    {
      kind: 'reconnection',
      code: 'electricity.reconnection',
      article: '52',
      term: [24, 'hours'],
      recourse: 'energy_authority',
    },
  ]),
  ...normsOf({ law: 'RD 88/2026', source: 'BOE-A-2026-3212', energy: 'electricity', validFrom: suppliersFrom }, [
    {
      kind: 'call_recording',
      code: 'electricity.recording',
      article: '13.y',
      term: [20, 'days'],
      recourse: 'consumer_bodies',
    },
    { kind: 'identification', code: 'electricity.identification', article: '13.ah', term: [30, 'days'] },
    {
      kind: 'closing_bill',
      code: 'electricity.closingBill',
      article: '6.1.ab',
      term: [42, 'days'],
      recourse: 'consumer_bodies',
    },
    { kind: 'social_bonus_report', code: 'electricity.socialBonusReport', article: '13.j', term: [1, 'months'] },
    { kind: 'actual_reading', code: 'electricity.actualReading', article: '43', term: [2, 'months'] },
    { kind: 'underbilling_correction', code: 'electricity.underbilling', article: '45.2', term: [1, 'years'] },
    {
      kind: 'underbilling_correction',
      code: 'electricity.underbillingByDistributor',
      article: '44.4.a',
      topic: 'distributor',
      term: [10, 'months'],
    },
    { kind: 'underbilling_parts', code: 'electricity.underbillingParts', article: '45.2', term: [12, 'months'] },
    { kind: 'own_reading', code: 'electricity.ownReading', article: '43', term: [10, 'working_days'] },
    {
      kind: 'terms_change_notice',
      code: 'electricity.terms',
      article: '6.1.m',
      term: [1, 'months'],
      recourse: 'consumer_bodies',
    },
    {
      kind: 'price_revision_notice',
      code: 'electricity.revision',
      article: '6.1.n',
      term: [1, 'months'],
      recourse: 'consumer_bodies',
    },
  ]),
  // Repealed for bills from the day of the general regulation.
  ...normsOf(
    {
      ...{ law: 'RD 1955/2000', source: 'BOE-A-2000-24019', article: '96.2', energy: 'electricity' },
      ...{ validFrom: '2001-01-16', validTo: suppliersFrom },
    },
    [
      { kind: 'underbilling_correction', code: 'supply2000.underbilling', term: [1, 'years'] },
      { kind: 'underbilling_parts', code: 'supply2000.underbillingParts', term: [12, 'months'] },
    ],
  ),
]
