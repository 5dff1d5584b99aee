import { onOff, webAddress, wholeNumber } from './kinds.ts'
import { group, offer, restriction, setting } from './setting.ts'

export const session = group('The session of a customer', {
  idleMinutes: setting(
    'private',
    wholeNumber({ from: 5, to: 1_440, unit: 'minutes' }),
    'Life of a session without a request; each request begins it anew.',
  ),
  absoluteHours: setting(
    'private',
    wholeNumber({ from: 1, to: 720, unit: 'hours' }),
    'Life of a session altogether; not shorter than the idle life.',
  ),
  proofMinutes: setting(
    'private',
    wholeNumber({ from: 1, to: 1_440, unit: 'minutes' }),
    'For how long after proving who they are a customer may change what a thief would change first: password, e-mail, phone, bank account.',
  ),
})

export const password = group('Passwords', {
  minimumLength: setting(
    'public',
    wholeNumber({ from: 6, to: 64, unit: 'characters' }),
    'Length that a new password needs at least, besides a lowercase and an uppercase letter, a digit and a symbol.',
  ),
  resetMinutes: setting(
    'private',
    wholeNumber({ from: 5, to: 1_440, unit: 'minutes' }),
    'For how long the link of a mail lets its reader set a new password, once.',
  ),
})

export const oidc = group('Single sign-on, when features.oidc is on', {
  allowDefaultLogin: offer('public', 'Keeps the login with user and password beside single sign-on.'),
  changePasswordUrl: offer(
    'private',
    'Page of the identity provider where customers change their password; empty: no such entry in the menu.',
    webAddress(),
  ),
})

export const signup = group('The sign-up form, when features.signup is on', {
  phoneField: setting('public', onOff(), 'Asks for a phone number.'),
  invoiceNumberField: restriction('public', 'Asks for the number of an invoice, as proof that the contract is theirs.'),
  linkHours: setting(
    'private',
    wholeNumber({ from: 1, to: 168, unit: 'hours' }),
    'For how long the link of a mail lets its reader activate an account, once.',
  ),
})
