import { describe, expect, test } from 'vitest'
import {
  type ActProblem,
  actProblem,
  type DebtAct,
  type DebtStep,
  debtActs,
  debtSteps,
  isSuspensionDay,
  mayHavePvpc,
  nextStepOf,
  topicsOf,
} from './rules.ts'

const none = new Set<string>()

describe('nobody is cut', () => {
  test.each([
    ['2026-11-24', true, 'a Tuesday'],
    ['2026-11-26', true, 'a Thursday'],
    ['2026-11-27', false, 'a Friday, the day before one without care'],
    ['2026-11-28', false, 'a Saturday'],
    ['2026-11-29', false, 'a Sunday'],
    ['2026-12-07', false, 'the day before the 8th of December'],
    ['2026-12-08', false, 'a holiday'],
    ['2026-12-09', true, 'the day after it'],
    ['2026-12-24', false, 'the day before Christmas'],
    ['2027-01-05', false, 'the day before a holiday of the place'],
    ['2027-01-06', false, 'a holiday of the place'],
    ['2027-03-25', false, 'the day before Good Friday'],
  ])('on %s: %s (%s)', (day, isPossible) => {
    expect(isSuspensionDay(day, new Set(['2027-01-06']))).toBe(isPossible)
  })
})

test.each([
  [{ isCompany: false, energy: 'electricity', maxPowerWatts: 5_750 }, false, ['household'], true],
  [{ isCompany: false, energy: 'electricity', maxPowerWatts: 5_750 }, true, ['household', 'social_bonus'], true],
  [{ isCompany: false, energy: 'electricity', maxPowerWatts: 10_000 }, false, ['household'], true],
  [{ isCompany: false, energy: 'electricity', maxPowerWatts: 15_000 }, false, ['main_home'], false],
  [{ isCompany: true, energy: 'electricity', maxPowerWatts: 5_750 }, false, [], true],
  [{ isCompany: false, energy: 'gas', maxPowerWatts: null }, false, [], false],
] as const)(
  '%o with the social bonus %s has the topics %j, and hears of the regulated price: %s',
  (contract, bonus, topics, pvpc) => {
    expect(topicsOf(contract, bonus)).toEqual(topics)
    expect(mayHavePvpc(contract)).toBe(pvpc)
  },
)

/** The last day of an announcement for which no test asks. */
const announceBy = '2026-12-10'

const at = (step: DebtStep, isStopped = false, suspendOn: string | null = null) => ({
  ...{ step, isStopped, suspendOn, suspensionFrom: '2027-01-28', isAnnouncementDelivered: true },
  accessEndFrom: '2027-04-01',
})

describe('an act', () => {
  test('applies to the steps of its rule and to no other', () => {
    const applying = debtActs.map((act) => [
      act,
      debtSteps.filter((step) => {
        const debt = at(step, false, '2027-02-02')
        const today = act === 'note_access_ended' ? '2027-04-01' : '2027-02-02'
        return actProblem(debt, { act, today, suspendOn: '2027-05-04', announceBy: null, proof: 'B1' }, none) === null
      }),
    ])
    expect(applying).toEqual([
      ['demand', ['noticed', 'undelivered']],
      ['note_undelivered', ['demanded']],
      ['note_delivered', ['demanded']],
      ['announce', ['delivered', 'announced']],
      ['note_announcement_delivered', ['announced']],
      ['note_suspended', ['announced']],
      ['note_wrongly_suspended', ['suspended', 'reconnecting']],
      ['note_access_ended', ['suspended']],
      ['note_reconnected', ['reconnecting']],
    ])
  })

  test.each<[string, ReturnType<typeof at>, DebtAct, string, string | null, ActProblem | null]>([
    ['announced too early', at('delivered'), 'announce', '2026-11-27', '2027-01-27', 'too_early'],
    ['announced on the last day of the notice', at('delivered'), 'announce', announceBy, '2027-02-02', null],
    ['announced after it', at('delivered'), 'announce', '2026-12-11', '2027-02-02', 'too_early'],
    ['announced for a Friday', at('delivered'), 'announce', '2026-11-27', '2027-01-29', 'no_suspension_day'],
    ['announced without a day', at('delivered'), 'announce', '2026-11-27', null, 'too_early'],
    ['announced in time', at('delivered'), 'announce', '2026-11-27', '2027-01-28', null],
    [
      'announced although something stops it',
      at('delivered', true),
      'announce',
      '2026-11-27',
      '2027-01-28',
      'debt_stopped',
    ],
    ['cut before its day', at('announced', false, '2027-01-28'), 'note_suspended', '2027-01-27', null, 'too_early'],
    [
      'cut on a Friday after it',
      at('announced', false, '2027-01-28'),
      'note_suspended',
      '2027-01-29',
      null,
      'no_suspension_day',
    ],
    [
      'cut although something stops it',
      at('announced', true, '2027-01-28'),
      'note_suspended',
      '2027-01-28',
      null,
      'debt_stopped',
    ],
    ['cut on its day', at('announced', false, '2027-01-28'), 'note_suspended', '2027-01-28', null, null],
    ['demanded although something stops the suspension', at('noticed', true), 'demand', '2026-11-27', null, null],
  ])('%s', (_, debt, act, today, suspendOn, problem) => {
    expect(actProblem(debt, { act, today, suspendOn, announceBy, proof: null }, none)).toBe(problem)
  })

  test.each<[string, ReturnType<typeof at>, DebtAct, string, string | null, ActProblem | null]>([
    ['a delivery without its proof', at('demanded'), 'note_delivered', '2026-12-01', null, 'proof_missing'],
    ['a delivery with it', at('demanded'), 'note_delivered', '2026-12-01', 'B1', null],
    ['no delivery, without a proof', at('demanded'), 'note_undelivered', '2026-12-01', null, null],
    [
      'an announcement delivered without its proof',
      at('announced', false, '2027-01-28'),
      'note_announcement_delivered',
      '2026-12-01',
      null,
      'proof_missing',
    ],
    [
      'a cut whose announcement nobody received',
      { ...at('announced', false, '2027-01-28'), isAnnouncementDelivered: false },
      'note_suspended',
      '2027-01-28',
      null,
      'announcement_not_delivered',
    ],
    ['the end of access within two months', at('suspended'), 'note_access_ended', '2027-03-31', null, 'too_early'],
    ['the end of access after them', at('suspended'), 'note_access_ended', '2027-04-01', null, null],
  ])('%s', (_, debt, act, today, proof, problem) => {
    expect(actProblem(debt, { act, today, suspendOn: null, announceBy: null, proof }, none)).toBe(problem)
  })
})

test.each([
  [at('noticed'), { kind: 'demand', on: null }],
  [at('undelivered'), { kind: 'demand', on: null }],
  [at('delivered'), { kind: 'announcement', on: '2027-01-28' }],
  [at('announced', false, '2027-02-02'), { kind: 'suspension', on: '2027-02-02' }],
  [at('announced', true, '2027-02-02'), null],
  [at('suspended'), { kind: 'access_end', on: '2027-04-01' }],
  [at('access_ended'), null],
  [at('reconnecting'), { kind: 'reconnection', on: null }],
  [at('closed'), null],
] as const)('after %o comes %o', (debt, next) => expect(nextStepOf(debt)).toEqual(next))
