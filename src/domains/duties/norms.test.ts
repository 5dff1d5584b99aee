import { describe, expect, test } from 'vitest'
import { builtInNorms } from './built-in-norms.ts'
import { type DutyKind, dutyKinds } from './kinds.ts'
import { type DutyFacts, overlayNorms, resumedDeadline, termOf } from './rules.ts'
import { unknownPlace } from './terms.ts'

const at = new Date('2026-11-27T10:00:00+01:00')
const electricity = (...topics: string[]): DutyFacts => ({ topics, energy: 'electricity', powerWatts: 5750 })
const gas = (...topics: string[]): DutyFacts => ({ topics, energy: 'gas', powerWatts: null })
const noContract = (...topics: string[]): DutyFacts => ({ topics, energy: null, powerWatts: null })

describe('on Friday, 27 November 2026', () => {
  test.each<[DutyKind, DutyFacts, string, string, string]>([
    ['case_answer', noContract(), '2026-12-21', 'Ley 10/2025 17.1', 'a consultation in 15 working days'],
    [
      'case_answer',
      electricity('complaint'),
      '2026-12-21',
      'RD 88/2026 55.3',
      'a complaint, by the norm of the sector',
    ],
    ['case_answer', gas('complaint'), '2026-12-21', 'Ley 10/2025 17.1', 'one about gas, by the general norm'],
    ['case_answer', electricity('complaint', 'billing'), '2026-12-02', 'Ley 10/2025 17.3', 'the shorter of two norms'],
    ['case_answer', electricity('continuity'), '2026-11-27', 'Ley 10/2025 17.2', 'an interruption in two hours'],
    [
      'case_answer',
      electricity('distributor_complaint'),
      '2026-12-04',
      'RD 1955/2000 103.3',
      'a distributor up to 15 kW',
    ],
    [
      'case_answer',
      { ...electricity('distributor_complaint'), powerWatts: 20_000 },
      '2026-12-21',
      'RD 1955/2000 103.3',
      'above',
    ],
    ['case_answer', electricity('meter_reading'), '2026-12-04', 'null null', 'a promise that is shorter than the law'],
    [
      'declaration_answer',
      electricity(),
      '2026-12-21',
      'Ley 10/2025 17.1',
      'what is declared of a supply, in 15 working days',
    ],
    ['declaration_completion', electricity(), '2026-12-14', 'Ley 10/2025 13.3', 'ten working days to complete it'],
    ['case_completion', electricity(), '2026-12-14', 'Ley 10/2025 13.3', 'ten working days to complete a case'],
    ['call_back', noContract(), '2026-11-27', 'null null', 'within the hour that a customer has chosen'],
    ['supervisor_call', electricity(), '2026-11-27', 'Ley 10/2025 10.3', 'a supervisor on the same working day'],
    ['case_evidence', electricity(), '2031-11-27', 'Ley 10/2025 22', 'five years of evidence'],
    ['care_evaluation', noContract('large_supplier'), '2027-11-27', 'Ley 10/2025 21', 'every year'],
    ['care_evaluation', noContract('small_supplier'), '2028-11-27', 'Ley 10/2025 21', 'every two of a small one'],
    ['complaint_table', noContract(), '2027-02-27', 'CNMC Circular 2/2016 null', 'every quarter'],
    ['call_recording', electricity(), '2026-12-17', 'RD 88/2026 13.y', 'a recording within 20 days'],
    ['ombudsman_decision', electricity(), '2027-01-27', 'RD 88/2026 56', 'two months'],
    ['switch_request', electricity(), '2026-11-30', 'RD 88/2026 19.1', 'the next working day'],
    ['switch_undo', electricity(), '2026-11-30', 'null null', 'the next working day, as the retailer promises'],
    ['supply_switch', electricity('simple'), '2026-12-14', 'RD 88/2026 18.1', 'ten working days'],
    [
      'supply_switch',
      electricity('complex'),
      '2026-12-21',
      'RD 88/2026 18.1',
      'five more for complex work in the field',
    ],
    ['supply_switch', gas('simple'), '2026-12-18', 'RD 1434/2002 44', 'gas keeps its three weeks'],
    ['switch_activation', electricity('simple'), '2026-11-30', 'RD 88/2026 19.2', 'the next working day'],
    ['switch_activation', electricity('complex'), '2026-12-04', 'RD 88/2026 19.2', 'five with work in the field'],
    ['withdrawal', gas('distance'), '2026-12-11', 'RDL 1/2007 104', '14 days'],
    ['identification', electricity(), '2026-12-27', 'RD 88/2026 13.ah', 'an identification of at most 30 days'],
    ['contract_evidence', electricity(), '2031-11-27', 'RD 88/2026 18.5', 'consent is kept for five years'],
    ['closing_bill', electricity(), '2027-01-08', 'RD 88/2026 6.1.ab', '42 days after a switch'],
    ['last_reading', electricity(), '2026-12-18', 'RD 88/2026 19.6', '21 days'],
    [
      'contract_end',
      electricity(),
      '2026-11-20',
      'RD 88/2026 40.1',
      'the distributor is told five working days before',
    ],
    ['power_change', electricity('remote'), '2026-11-30', 'RD 88/2026 38.2', '72 hours'],
    ['power_change', electricity('field_low_voltage'), '2026-12-04', 'RD 88/2026 38.2', 'five working days'],
    ['power_change', electricity('field_high_voltage'), '2026-12-14', 'RD 88/2026 38.2', 'ten working days'],
    ['next_power_change', electricity(), '2027-11-27', 'RD 88/2026 38.1', 'once in twelve months'],
    ['own_reading', electricity(), '2026-12-14', 'RD 88/2026 43', 'ten working days for the customer to read'],
    [
      'meter_reading',
      electricity('remote'),
      '2026-12-30',
      'RD 88/2026 43',
      'a remote reading every month, three days more or less',
    ],
    ['meter_reading', electricity('on_site'), '2027-01-30', 'RD 88/2026 43', 'one on site every two'],
    ['actual_reading', electricity(), '2027-01-27', 'RD 88/2026 43', 'a real reading every two months'],
    ['actual_billing', electricity(), '2027-11-27', 'RD 88/2026 44.1', 'real consumption once a year'],
    ['underbilling_correction', electricity(), '2027-11-27', 'RD 88/2026 45.2', 'nothing older than a year'],
    ['overbilling_refund', electricity(), '2026-12-27', 'RD 88/2026 45.2', 'whole with the next bill'],
    ['underbilling_parts', electricity(), '2027-11-27', 'RD 88/2026 45.2', 'in twelve monthly parts at most'],
    ['underbilling_correction', electricity('distributor'), '2027-09-27', 'RD 88/2026 44.4.a', 'to the retailer'],
    ['social_bonus_report', electricity(), '2026-12-27', 'RD 88/2026 13.j', 'monthly'],
    ['evaluation_evidence', noContract(), '2031-11-27', 'Ley 10/2025 22', 'five years of evaluations'],
    ['terms_change_notice', electricity(), '2026-10-27', 'RD 88/2026 6.1.m', 'a month before the change'],
    ['price_revision_notice', electricity(), '2026-10-27', 'RD 88/2026 6.1.n', 'a month before the revision'],
    ['curve_consent', electricity(), '2027-05-27', 'RD 88/2026 17.2', 'consent to a curve is renewed every six months'],
    [
      'repeated_demand',
      electricity('household'),
      '2026-12-09',
      'RD 897/2017 19.3',
      'seven working days, over two holidays',
    ],
    ['community_list', electricity('household'), '2026-12-04', 'RD 897/2017 19.4', 'weekly'],
    ['suspension', electricity('household'), '2027-01-27', 'RD 897/2017 19.2', 'two months after the first demand'],
    [
      'suspension',
      electricity('household', 'social_bonus'),
      '2027-03-27',
      'RD 897/2017 20',
      'four with the social bonus',
    ],
    ['suspension', electricity('main_home'), '2026-12-27', 'RD 88/2026 47', 'a month in another main home'],
    ['suspension_notice', electricity('household'), '2026-11-06', 'RD 897/2017 19.5', '15 working days before'],
    ['suspension_notice', electricity('main_home'), '2026-11-06', 'null null', 'as many to anybody else'],
    ['reconnection_request', electricity(), '2026-11-27', 'RD 88/2026 52', '12 hours'],
    ['reconnection', electricity(), '2026-11-28', 'RD 88/2026 52', '24 hours'],
    ['access_contract_end', electricity(), '2027-01-27', 'RD 88/2026 40.2.d', 'two months without supply'],
    ['connection_offer', electricity('low_voltage'), '2026-12-04', 'RD 1955/2000 103.2', 'up to 15 kW'],
    [
      'connection_offer',
      { ...electricity('low_voltage'), powerWatts: 20_000 },
      '2026-12-14',
      'RD 1955/2000 103.2',
      'above',
    ],
    ['connection', electricity('no_extension'), '2026-12-04', 'RD 1955/2000 103.2', 'without an extension of the grid'],
    ['connection', electricity('extension'), '2027-01-13', 'RD 1955/2000 103.2', 'with an extension'],
    ['connection', electricity('transformer'), '2027-02-24', 'RD 1955/2000 103.2', 'with a transformer'],
    ['connection', electricity('meter'), '2026-12-04', 'RD 1955/2000 103.2', 'a meter'],
    ['debit_refund', noContract('authorized'), '2027-01-22', 'RDL 19/2018 49', 'eight weeks'],
    ['debit_refund', noContract('not_authorized'), '2027-12-27', 'RDL 19/2018 43', '13 months'],
    ['mandate', noContract(), '2029-11-27', 'SEPA Core Rulebook 4.1', '36 months after the last collection'],
    ['erasure_answer', noContract(), '2026-12-27', 'Reglamento (UE) 2016/679 12.3', 'a month'],
    ['data_export', noContract(), '2026-12-27', 'Reglamento (UE) 2016/679 12.3', 'a month'],
    ['signature', electricity(), '2026-12-27', 'null null', 'the promise of the retailer'],
    ['plan_part', electricity(), '2026-11-27', 'null null', 'the day of the part itself'],
    ['credit_expiry_notice', electricity(), '2026-10-28', 'null null', 'thirty days before'],
    ['renewal_notice', electricity(), '2026-10-27', 'null null', 'a month before'],
    ['promotion_end_notice', electricity(), '2026-10-27', 'null null', 'a month before'],
    ['penalty_end_notice', electricity(), '2026-10-27', 'null null', 'a month before'],
  ])('%s about %o is due on %s by %s: %s', (kind, facts, on, norm, _why) => {
    const term = termOf(builtInNorms, { kind, facts, at, place: unknownPlace })
    expect(term?.deadline.on).toBe(on)
    expect(`${term?.norm.law} ${term?.norm.article}`).toBe(norm)
  })
})

test.each<[DutyKind, DutyFacts, string, string | undefined]>([
  ['case_answer', electricity('complaint'), '2025-12-27', 'consumer.complaint'],
  ['case_answer', electricity('complaint'), '2025-12-28', 'care.general'],
  ['case_answer', electricity('complaint'), '2026-02-12', 'electricity.complaint'],
  ['case_answer', gas('complaint'), '2026-02-12', 'care.general'],
  ['supply_switch', electricity('simple'), '2026-02-11', undefined],
  ['supply_switch', electricity('simple'), '2026-02-12', 'electricity.switch'],
  ['supply_switch', gas('simple'), '2026-02-12', 'gas.switch'],
  ['power_change', electricity('remote'), '2026-02-11', undefined],
  ['power_change', electricity('remote'), '2026-02-12', 'electricity.power'],
  ['identification', electricity(), '2026-06-11', undefined],
  ['identification', electricity(), '2026-06-12', 'electricity.identification'],
  ['own_reading', electricity(), '2026-06-11', undefined],
  ['own_reading', electricity(), '2026-06-12', 'electricity.ownReading'],
  ['social_bonus_report', electricity(), '2026-06-11', undefined],
  ['social_bonus_report', electricity(), '2026-06-12', 'electricity.socialBonusReport'],
  ['price_revision_notice', electricity(), '2026-06-11', 'promise.revision'],
  ['price_revision_notice', electricity(), '2026-06-12', 'electricity.revision'],
  ['price_revision_notice', gas(), '2026-06-12', 'promise.revision'],
  ['terms_change_notice', electricity(), '2026-06-12', 'electricity.terms'],
  ['underbilling_correction', electricity(), '2026-06-11', 'supply2000.underbilling'],
  ['underbilling_correction', electricity(), '2026-06-12', 'electricity.underbilling'],
  ['overbilling_refund', electricity(), '2026-06-11', undefined],
  ['overbilling_refund', electricity(), '2026-06-12', 'electricity.overbilling'],
  ['underbilling_parts', electricity(), '2026-06-11', 'supply2000.underbillingParts'],
  ['underbilling_parts', electricity(), '2026-06-12', 'electricity.underbillingParts'],
  ['supervisor_call', noContract(), '2025-12-27', undefined],
  ['supervisor_call', noContract(), '2025-12-28', 'care.supervisor'],
])('%s about %o follows on %s from %s', (kind, facts, day, code) => {
  const term = termOf(builtInNorms, { kind, facts, at: new Date(`${day}T10:00:00Z`), place: unknownPlace })
  expect(term?.norm.code).toBe(code)
})

test('a norm that is not in force sets no term, until a row of the desk says that it is', () => {
  const event = { kind: 'temporary_power_request', facts: electricity(), at, place: unknownPlace } as const
  expect(termOf(builtInNorms, event)).toBeNull()
  const known = builtInNorms.find(({ code }) => code === 'electricity.temporaryPower')!
  const norms = overlayNorms(builtInNorms, [{ ...known, state: 'in_force', note: null, validFrom: '2026-11-01' }])
  const term = termOf(norms, event)!
  expect([term.deadline.on, `${term.norm.law} ${term.norm.article}`]).toEqual(['2026-11-20', 'RD 88/2026 38.5'])
})

describe('a clock of Friday, 27 November 2026 that stood still from 30 November to 7 December', () => {
  test.each<[DutyKind, DutyFacts, string, string]>([
    ['case_answer', electricity(), '2026-12-30', 'starts anew once a customer has sent what was missing'],
    ['case_answer', electricity('complaint', 'billing'), '2026-12-12', 'with the term of its subject'],
    ['case_answer', electricity('continuity'), '2026-12-07', 'starts anew in hours'],
    ['declaration_answer', electricity(), '2026-12-30', 'starts anew once the papers of a declaration are whole'],
    ['suspension', electricity('household', 'social_bonus'), '2027-04-03', 'goes on with the social bonus as well'],
    ['suspension', electricity('main_home'), '2027-01-03', 'goes on in another main home'],
    ['supply_switch', electricity('complex'), '2026-12-29', 'goes on with work in the field'],
    ['supply_switch', gas('simple'), '2026-12-25', 'goes on by calendar days for gas'],
    ['reconnection', electricity(), '2026-12-05', 'goes on by hours'],
    ['power_change', electricity('field_low_voltage'), '2026-12-14', 'goes on by working days'],
    ['suspension', electricity('household'), '2027-02-03', 'goes on after a complaint about the suspension'],
    ['supply_switch', electricity('simple'), '2026-12-21', 'goes on by working days'],
    ['case_completion', electricity(), '2026-12-21', 'goes on by working days, over a holiday'],
  ])('%s about %o ends on %s: %s', (kind, facts, on) => {
    const { norm, deadline } = termOf(builtInNorms, { kind, facts, at, place: unknownPlace })!
    const paused = { kind, ...norm.term, deadline, pausedAt: new Date('2026-11-30T10:00:00Z') }
    expect(resumedDeadline(paused, new Date('2026-12-07T10:00:00Z'), unknownPlace).on).toBe(on)
  })
})

test('every kind has a norm, and a code belongs to one kind and one day', () => {
  expect(new Set(builtInNorms.map(({ kind }) => kind))).toEqual(new Set(Object.keys(dutyKinds)))
  const keys = builtInNorms.map(({ code, validFrom }) => `${code} ${validFrom}`)
  expect(new Set(keys).size).toBe(keys.length)
})
