import { normsOf } from './norm.ts'

/** Natural gas keeps its own terms. */
const gasNorms = normsOf({ law: 'RD 1434/2002', source: 'BOE-A-2002-25421', energy: 'gas', validFrom: '2003-01-20' }, [
  { kind: 'supply_switch', code: 'gas.switch', article: '44', term: [21, 'days'], recourse: 'energy_authority' },
])

/** The quality of service of distributors. */
const connectionNorms = normsOf(
  {
    ...{
      law: 'RD 1955/2000',
      source: 'BOE-A-2000-24019',
      article: '103.2',
      energy: 'electricity',
      validFrom: '2001-01-16',
    },
    ...{ recourse: 'energy_authority', compensation: 'missed_quality_term' },
  },
  [
    {
      kind: 'connection_offer',
      code: 'connection.offerSmall',
      topic: 'low_voltage',
      maxPowerWatts: 15_000,
      term: [5, 'working_days'],
    },
    { kind: 'connection_offer', code: 'connection.offer', topic: 'low_voltage', term: [10, 'working_days'] },
    { kind: 'connection', code: 'connection.noExtension', topic: 'no_extension', term: [5, 'working_days'] },
    { kind: 'connection', code: 'connection.extension', topic: 'extension', term: [30, 'working_days'] },
    { kind: 'connection', code: 'connection.transformer', topic: 'transformer', term: [60, 'working_days'] },
    { kind: 'connection', code: 'connection.meter', topic: 'meter', term: [5, 'working_days'] },
  ],
)

/** Consumers at a distance, and direct debits. */
const consumerNorms = [
  ...normsOf({ law: 'RDL 1/2007', source: 'BOE-A-2007-20555', validFrom: '2014-06-13' }, [
    {
      kind: 'withdrawal',
      code: 'consumer.withdrawal',
      article: '104',
      topic: 'distance',
      term: [14, 'days'],
      recourse: 'consumer_bodies',
    },
  ]),
  ...normsOf({ law: 'RDL 19/2018', source: 'BOE-A-2018-16036', validFrom: '2018-11-25' }, [
    // Eight weeks.
    { kind: 'debit_refund', code: 'payments.refund', article: '49', topic: 'authorized', term: [56, 'days'] },
    {
      kind: 'debit_refund',
      code: 'payments.unauthorized',
      article: '43',
      topic: 'not_authorized',
      term: [13, 'months'],
    },
  ]),
  ...normsOf({ law: 'SEPA Core Rulebook', source: 'EPC016-06', validFrom: '2014-08-01' }, [
    { kind: 'mandate', code: 'payments.mandate', article: '4.1', term: [36, 'months'] },
  ]),
]

/** The rights of people over their data. */
const dataProtectionNorms = normsOf(
  {
    law: 'Reglamento (UE) 2016/679',
    source: 'DOUE-L-2016-80807',
    article: '12.3',
    validFrom: '2018-05-25',
    recourse: 'data_protection_agency',
  },
  [
    { kind: 'erasure_answer', code: 'data.erasure', term: [1, 'months'] },
    { kind: 'data_export', code: 'data.copy', term: [1, 'months'] },
  ],
)

/** What the retailer promises although no norm requires it. */
const promises = normsOf({ law: null, source: null, article: null, validFrom: '2020-01-01' }, [
  {
    kind: 'case_answer',
    code: 'promise.meterReading',
    topic: 'meter_reading',
    term: [5, 'working_days'],
    recourse: 'write_again',
  },
  { kind: 'call_back', code: 'promise.callBack', term: [1, 'hours'], recourse: 'write_again' },
  { kind: 'switch_undo', code: 'promise.switchUndo', term: [1, 'working_days'] },
  { kind: 'signature', code: 'promise.signature', term: [30, 'days'] },
  // The event is the day of the part.
  { kind: 'plan_part', code: 'promise.planPart', term: [0, 'days'] },
  // Households have it by law, and nobody else is cut off with less.
  { kind: 'suspension_notice', code: 'promise.suspensionNotice', term: [15, 'working_days'] },
  { kind: 'credit_expiry_notice', code: 'promise.creditExpiry', term: [30, 'days'] },
  { kind: 'price_revision_notice', code: 'promise.revision', term: [1, 'months'], recourse: 'consumer_bodies' },
  { kind: 'terms_change_notice', code: 'promise.terms', term: [1, 'months'], recourse: 'consumer_bodies' },
  { kind: 'renewal_notice', code: 'promise.renewal', term: [1, 'months'] },
  { kind: 'promotion_end_notice', code: 'promise.promotionEnd', term: [1, 'months'] },
  { kind: 'penalty_end_notice', code: 'promise.penaltyEnd', term: [1, 'months'] },
])

export const otherNorms = [...gasNorms, ...connectionNorms, ...consumerNorms, ...dataProtectionNorms, ...promises]
