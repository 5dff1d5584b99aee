import { describe, expect, test } from 'vitest'
import { checkCard, declineOf } from './test-cards.ts'

const now = new Date('2026-11-20T10:00:00Z')
const good = { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' }

describe('a test card has its documented result', () => {
  test.each<[string, string, string | null, string | null, string]>([
    ['4242424242424242', '123', null, null, 'is charged'],
    ['4242 4242 4242 4242', '123', null, null, 'also as it is printed on the card'],
    ['5555555555554444', '123', null, null, 'Mastercard'],
    ['5200828282828210', '123', null, null, 'Mastercard on debit'],
    ['378282246310005', '1234', null, null, 'American Express, with its code of four'],
    ['4000000000000002', '123', 'card_declined', 'generic_decline', 'refused without a reason'],
    ['4000000000000341', '123', 'card_declined', 'generic_decline', 'taken, and refused when it is charged'],
    ['4000000000009995', '123', 'card_declined', 'insufficient_funds', 'no money'],
    ['4000000000009987', '123', 'card_declined', 'lost_card', 'reported lost'],
    ['4000000000009979', '123', 'card_declined', 'stolen_card', 'reported stolen'],
    ['4000000000000069', '123', 'expired_card', null, 'expired, says the bank'],
    ['4000000000000127', '123', 'incorrect_cvc', null, 'wrong code, says the bank'],
    ['4000000000000119', '123', 'processing_error', null, 'the bank fails'],
  ])('%s %s: %s %s (%s)', (number, cvc, code, declineCode) => {
    const judged = checkCard({ ...good, number, cvc }, now)
    if ('refusal' in judged) throw new Error(judged.refusal.code)
    expect(declineOf(judged.fate)).toEqual(code && { code, declineCode })
    expect(judged.last4).toBe(number.slice(-4))
  })

  test.each(['4000000000003220', '4000002760003184'])('%s requires authentication by its holder', (number) => {
    expect(checkCard({ ...good, number }, now)).toMatchObject({ fate: 'authentication' })
  })
})

describe('an invalid card is rejected before a method exists', () => {
  test.each<[Partial<typeof good>, string, string, string]>([
    [{ number: '4242424242424241' }, 'incorrect_number', 'number', 'the check digit is wrong'],
    [{ number: '4242' }, 'invalid_number', 'number', 'too short'],
    [{ number: '' }, 'invalid_number', 'number', 'nothing'],
    [{ number: '4242x42424242424' }, 'invalid_number', 'number', 'a letter'],
    [{ exp_month: '13' }, 'invalid_expiry_month', 'exp_month', 'there are twelve months'],
    [{ exp_month: '0' }, 'invalid_expiry_month', 'exp_month', 'and none before January'],
    [{ exp_month: '10', exp_year: '2026' }, 'invalid_expiry_month', 'exp_month', 'last month of this year'],
    [{ exp_year: '2025' }, 'invalid_expiry_year', 'exp_year', 'last year'],
    [{ exp_year: '25' }, 'invalid_expiry_year', 'exp_year', 'last year in two figures'],
    [{ exp_year: '2099' }, 'invalid_expiry_year', 'exp_year', 'no card lasts that long'],
    [{ cvc: '12' }, 'invalid_cvc', 'cvc', 'too short'],
    [{ cvc: '1234' }, 'invalid_cvc', 'cvc', 'only American Express has four'],
    [{ number: '378282246310005' }, 'invalid_cvc', 'cvc', 'and it always has four'],
    [{ number: '4111111111111111' }, 'card_declined', 'number', 'it may be a real card'],
  ])('%o: %s at %s (%s)', (given, code, param) => {
    expect(checkCard({ ...good, ...given }, now)).toMatchObject({ refusal: { code, param } })
  })

  test('accepts a card that expires in the current month', () => {
    expect(checkCard({ ...good, exp_month: '11', exp_year: '26' }, now)).toMatchObject({ fate: 'success' })
  })
})
