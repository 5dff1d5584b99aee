import { describe, expect, test } from 'vitest'
import { parseLeadContact } from './parse-lead-contact.ts'

const typed = {
  name: 'Anna',
  surname1: 'Serra',
  surname2: '',
  email: 'anna@example.test',
  telephone: '612 345 678',
  contactHours: ['morning', 'evening'],
  consent: true,
}

describe('contact details', () => {
  test.each([
    ['612 345 678', '+34612345678'],
    ['+34 612 34 56 78', '+34612345678'],
    ['+33 6 12 34 56 78', '+33612345678'],
  ])('are complete without a second surname and an invoice, with the phone %s', (telephone, sent) => {
    expect(parseLeadContact({ ...typed, telephone })).toEqual({ contact: { ...typed, telephone: sent } })
  })
  test.each([
    [{ name: '  ' }, { name: 'required' }],
    [{ surname1: '' }, { surname1: 'required' }],
    [{ email: 'anna@' }, { email: 'email_invalid' }],
    [{ telephone: '123' }, { telephone: 'lead_phone_invalid' }],
    [{ telephone: '12345' }, { telephone: 'lead_phone_invalid' }],
    // Thirteen characters, one more than the maximum.
    [{ telephone: '+44 7400 123456' }, { telephone: 'lead_phone_invalid' }],
    [{ contactHours: [] }, { contactHours: 'required' }],
    [{ consent: false }, { consent: 'lead_consent_required' }],
  ])('are rejected with %j', (change, problems) => {
    expect(parseLeadContact({ ...typed, ...change })).toEqual({ problems })
  })
})
