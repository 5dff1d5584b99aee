import { describe, expect, test } from 'vitest'
import { leadProblems } from './check-lead.ts'

const contact = {
  name: 'Anna',
  surname1: 'Serra',
  surname2: '',
  email: 'anna@example.test',
  telephone: '612 345 678',
  contactHours: ['morning', 'evening'],
  consent: true,
}

describe('the details of somebody who wants to be called', () => {
  test('are complete without a second surname and an invoice', () => {
    expect(leadProblems(contact)).toEqual({})
  })
  test.each([
    [{ name: '  ' }, { name: 'required' }],
    [{ surname1: '' }, { surname1: 'required' }],
    [{ email: 'anna@' }, { email: 'email_invalid' }],
    [{ telephone: '123' }, { telephone: 'lead_phone_invalid' }],
    [{ telephone: '12345' }, { telephone: 'lead_phone_invalid' }],
    [{ contactHours: [] }, { contactHours: 'required' }],
    [{ consent: false }, { consent: 'lead_consent_required' }],
  ])('%j is wrong', (change, problems) => {
    expect(leadProblems({ ...contact, ...change })).toEqual(problems)
  })
})
