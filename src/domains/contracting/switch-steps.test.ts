import { describe, expect, test } from 'vitest'
import { locales } from '#vocabulary/locale.ts'
import {
  currentRejection,
  rejectionCodePattern,
  rejectionReasonOf,
  rejectionReasons,
  type SwitchStep,
  stopsSwitchClock,
} from './switch-steps.ts'

test.each([
  ['01', 'cups_unknown', true, 'no supply point has the CUPS'],
  ['B3', 'cups_unknown', true, 'the supply point is not found'],
  ['02', 'no_access_contract', true, 'no access contract before'],
  ['72', 'no_access_contract', true, 'the contract has ended'],
  ['03', 'holder_differs', true, 'the NIF is not that of the contract in force'],
  ['36', 'holder_differs', true, 'the NIF is wrong'],
  ['09', 'debt', true, 'a judgement about a debt'],
  ['E4', 'debt', true, 'an earlier debt'],
  ['12', 'cut_off', true, 'cut off for non-payment'],
  ['A2', 'cut_off', true, 'cut off by the distributor'],
  ['B9', 'cut_off', true, 'an ending for non-payment under way'],
  ['14', 'power_too_high', true, 'above the authorized power'],
  ['22', 'power_too_high', true, 'above the extension right'],
  ['15', 'power_invalid', true, 'a period with less power than the one before'],
  ['D3', 'power_invalid', true, 'no normalized power'],
  ['65', 'power_changed_recently', true, 'a second change within twelve months'],
  ['57', 'documents_missing', true, 'no technical documents'],
  ['23', 'data_missing', true, 'no CNAE'],
  ['85', 'data_missing', true, 'a required field is empty'],
  ['27', 'installation', true, 'the box of the power limiter'],
  ['A3', 'installation', true, 'a dangerous installation'],
  ['26', 'no_entry', true, 'nobody let the technician in'],
  ['C6', 'no_entry', true, 'the holder refused in the field'],
  ['38', 'other_request', true, 'another C1 under way'],
  ['I7', 'other_request', true, 'a wrong switch is being undone'],
  ['21', 'already_contracted', true, 'an earlier contract in force'],
  ['B2', 'irregularity', true, 'proven fraud'],
  ['D1', 'social_bonus', true, 'a supply with the social bonus'],
  ['93', 'self_consumption', true, 'a kind of self-consumption that is not valid'],
  ['C5', 'date', false, 'a day that is too far ahead'],
  ['11', 'ours', false, 'the wrong retailer'],
  ['C9', 'ours', false, 'an activation that does not fit the request'],
  ['99', 'other', true, 'others'],
  ['87', 'other', true, 'of a claim, not of a switch'],
  ['J9', 'other', true, 'a code that the table does not have yet'],
])('code %s means %s, stops the clock: %s (%s)', (code, reason, stops) => {
  expect(code).toMatch(rejectionCodePattern)
  expect(rejectionReasonOf(code)).toBe(reason)
  expect(stopsSwitchClock(rejectionReasonOf(code))).toBe(stops)
})

test.each(['', '1', '001', 'K1', 'a1', '1A'])('“%s” is no code', (code) => {
  expect(code).not.toMatch(rejectionCodePattern)
})

describe.each(locales)('in %s', (locale) => {
  test.each(rejectionReasons)(
    'a rejection for %s is a sentence, without its code, on the page and in the mail',
    async (reason) => {
      const { default: page } = await import(`../contracts/texts/${locale}.json`, { with: { type: 'json' } })
      const { default: mail } = await import(`./texts/${locale}.json`, { with: { type: 'json' } })
      const sentence: string = page.switchRejections.reasons[reason]
      expect(sentence.split(/[.:;] /).length).toBeGreaterThan(1)
      expect(sentence).not.toMatch(/\b(\d\d|[A-J]\d)\b/)
      expect(mail.mails.switchRejected.text).toContain(` ${reason} {${sentence}}`)
    },
  )
})

const stepOf = (step: SwitchStep['step'], code = ''): SwitchStep => ({ step, code, happenedOn: '2026-11-20' })

test.each([
  [[], undefined, 'nothing was reported'],
  [[stepOf('sent')], undefined, 'it was sent'],
  [[stepOf('sent'), stepOf('rejected', '03')], '03', 'it was rejected'],
  [[stepOf('rejected', '03'), stepOf('sent')], undefined, 'it was sent again'],
  [[stepOf('rejected', '03'), stepOf('sent'), stepOf('rejected', '57')], '57', 'it was rejected again'],
  [[stepOf('rejected', '03'), stepOf('ended')], undefined, 'it ended'],
] as const)('%j stands at %s: %s', (steps, code, _why) => {
  expect(currentRejection(steps)?.code).toBe(code)
})
