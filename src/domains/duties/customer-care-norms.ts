import { normsOf } from './norm.ts'

/**
 * Customer care services. In force since 28 December 2025; companies had until 28 December 2026 to adapt (first
 * transitional provision), and a retailer that promises these terms earlier keeps them.
 */
export const customerCareNorms = normsOf(
  { law: 'Ley 10/2025', source: 'BOE-A-2025-26698', recourse: 'consumer_bodies', validFrom: '2025-12-28' },
  [
    { kind: 'case_answer', code: 'care.general', article: '17.1', term: [15, 'working_days'] },
    // "Days" without "working" are calendar days (Código Civil, article 5.2).
    { kind: 'case_answer', code: 'care.billing', article: '17.3', topic: 'billing', term: [5, 'days'] },
    { kind: 'case_answer', code: 'care.continuity', article: '17.2', topic: 'continuity', term: [2, 'hours'] },
    // The same working day, where none can speak to them within three minutes.
    { kind: 'supervisor_call', code: 'care.supervisor', article: '10.3', term: [0, 'working_days'] },
    { kind: 'declaration_answer', code: 'care.declaration', article: '17.1', term: [15, 'working_days'] },
    {
      kind: 'declaration_completion',
      code: 'care.declarationCompletion',
      article: '13.3',
      term: [10, 'working_days'],
      recourse: null,
    },
    { kind: 'case_completion', code: 'care.completion', article: '13.3', term: [10, 'working_days'], recourse: null },
    { kind: 'case_evidence', code: 'care.evidence', article: '22', term: [5, 'years'], recourse: null },
    { kind: 'evaluation_evidence', code: 'care.evaluationEvidence', article: '22', term: [5, 'years'], recourse: null },
    {
      kind: 'care_evaluation',
      code: 'care.evaluation',
      article: '21',
      topic: 'large_supplier',
      term: [1, 'years'],
      recourse: null,
    },
    {
      kind: 'care_evaluation',
      code: 'care.evaluationSmall',
      article: '21',
      topic: 'small_supplier',
      term: [2, 'years'],
      recourse: null,
    },
  ],
)

/**
 * What suppliers send to the regulator: those above 0.15 % of the market, or above 1,000 customers of gas. Operators of
 * smaller ones cancel the duty. No day is set for a quarter, so it is sent before the next one is over.
 */
export const complaintTableNorms = normsOf(
  { law: 'CNMC Circular 2/2016', source: 'BOE-A-2016-7979', validFrom: '2017-01-01' },
  [{ kind: 'complaint_table', code: 'care.complaintTable', term: [3, 'months'] }],
)

/** What applied to complaints of consumers before, to the retailer and to the distributor. */
export const earlierComplaintNorms = [
  ...normsOf({ law: 'RDL 1/2007', source: 'BOE-A-2007-20555', recourse: 'consumer_bodies', validFrom: '2014-03-29' }, [
    {
      kind: 'case_answer',
      code: 'consumer.complaint',
      article: '21.3',
      topic: 'complaint',
      validTo: '2025-12-28',
      term: [1, 'months'],
    },
  ]),
  ...normsOf(
    {
      law: 'RD 1955/2000',
      source: 'BOE-A-2000-24019',
      recourse: 'energy_authority',
      energy: 'electricity',
      topic: 'distributor_complaint',
      validFrom: '2001-01-16',
    },
    [
      {
        kind: 'case_answer',
        code: 'distributor.small',
        article: '103.3',
        // Below 15 kW, which is itself among the others.
        maxPowerWatts: 14_999,
        term: [5, 'working_days'],
        compensation: 'missed_quality_term',
      },
      {
        kind: 'case_answer',
        code: 'distributor.any',
        article: '103.3',
        term: [15, 'working_days'],
        compensation: 'missed_quality_term',
      },
    ],
  ),
]
