import { describe, expect, test } from 'vitest'
import {
  type MailProof,
  type NoticeState,
  noticeEndOn,
  noticeStateAfterMail,
  noticeStateOn,
  type RevisionState,
  revisionStatusOn,
} from './rules.ts'

test.each<['waiting' | 'to_post', string, NoticeState]>([
  ['waiting', '2026-12-01', 'waiting'],
  ['waiting', '2026-12-02', 'too_late'],
  ['to_post', '2026-12-01', 'to_post'],
  ['to_post', '2026-12-02', 'too_late'],
])('a notice due by 1 December that is %s is on %s %s', (state, today, expected) => {
  expect(noticeStateOn(state, today, '2026-12-01')).toBe(expected)
})

test.each<[RevisionState, string, ReturnType<typeof noticeEndOn>]>([
  ['sending', '2026-12-01', undefined],
  ['sending', '2026-12-02', { state: 'too_late', lateReason: 'prepared_late' }],
  ['stopped', '2026-12-01', { state: 'stopped', lateReason: null }],
  ['stopped', '2026-12-02', { state: 'stopped', lateReason: null }],
])('a waiting notice due by 1 December of a revision that is %s ends on %s as %o', (state, today, expected) => {
  expect(noticeEndOn({ state, notifyBy: '2026-12-01' }, today)).toEqual(expected)
})

describe('the mail of a notice due by 1 December', () => {
  const someone = ['anna@example.test']
  test.each<[string, MailProof, string, ReturnType<typeof noticeStateAfterMail>]>([
    ['still waits', { sentOn: null, isGivenUp: false, addresses: [] }, '2026-11-30', undefined],
    [
      'was accepted in time',
      { sentOn: '2026-12-01', isGivenUp: false, addresses: someone },
      '2026-12-05',
      { state: 'delivered' },
    ],
    [
      'was accepted too late',
      { sentOn: '2026-12-02', isGivenUp: false, addresses: someone },
      '2026-12-05',
      { state: 'too_late', lateReason: 'accepted_late' },
    ],
    ['had no reader', { sentOn: '2026-11-30', isGivenUp: false, addresses: [] }, '2026-11-30', { state: 'to_post' }],
    ['was given up', { sentOn: null, isGivenUp: true, addresses: [] }, '2026-11-30', { state: 'to_post' }],
    [
      'was given up too late for a letter',
      { sentOn: null, isGivenUp: true, addresses: [] },
      '2026-12-02',
      { state: 'too_late', lateReason: 'not_received' },
    ],
  ])('%s', (_, proof, today, expected) => {
    expect(noticeStateAfterMail(proof, { today, notifyBy: '2026-12-01' })).toEqual(expected)
  })
})

test.each([
  ['2026-12-31', false, 'announced'],
  ['2027-01-01', false, 'applied'],
  ['2026-12-31', true, 'left'],
  ['2027-01-01', true, 'left'],
])('on %s a revision from 1 January that its customer left (%s) is %s', (today, hasLeft, status) => {
  expect(revisionStatusOn({ appliesOn: '2027-01-01', hasLeft }, today)).toBe(status)
})
