import { expect, test } from 'vitest'
import { maskEmail, maskPhone } from './mask-contact.ts'

test.each([
  ['anna@example.com', 'a•••@example.com'],
  ['a@b@example.com', 'a•••@example.com'],
  ['nothing', '•••'],
])('masks the e-mail address %s as %s', (email, expected) => {
  expect(maskEmail(email)).toBe(expected)
})

test.each([
  ['+34 600 345 678', '••• ••• 678'],
  ['600-345-678', '••• ••• 678'],
])('masks the phone number %s as %s', (phone, expected) => {
  expect(maskPhone(phone)).toBe(expected)
})
