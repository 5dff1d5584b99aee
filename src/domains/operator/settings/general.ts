import { locales } from '#kit/locale.ts'
import { claimName, listOf, oneOf, rate, webAddress, wholeNumber } from './kinds.ts'
import { group, offer, setting } from './setting.ts'

/** Settings that stand alone, under no group. */
export const general = {
  homepage: setting(
    'public',
    oneOf(['home', 'contracts', 'invoices', 'requests', 'profile']),
    'Where a signed-in customer lands when no redirectPath says otherwise.',
  ),
  languages: setting(
    'public',
    listOf(locales, { atLeast: 1 }),
    'Languages on offer (the partner languages), in the order of the language selector.',
  ),
  defaultLocale: setting(
    'public',
    oneOf(['ca-ES', 'es-ES', 'en-GB', 'gl-ES', 'fr-FR', 'de-DE']),
    'Language of a visitor whose path, cookie and browser tell none; one of `languages`.',
  ),
  fileUploadSizeLimit: setting(
    'public',
    wholeNumber({ from: 100_000, to: 50_000_000, unit: 'bytes' }),
    'Largest file that can be attached.',
  ),
  jwtUserIdField: setting('server', claimName(), 'Name of the claim that carries the user id in the session token.'),
}

export const api = group('The calls between portal and server', {
  versions: setting(
    'public',
    listOf([1, 2], { atLeast: 1 }),
    'Versions that the portal may use: the highest first, a lower one when the server does not know it.',
  ),
})

export const errorReporting = group('Reports of errors in the browser', {
  url: offer('public', 'Where reports go, without personal data; empty: nothing is reported.', webAddress()),
  replaysOnErrorSampleRate: setting(
    'public',
    rate(),
    'Share of the visits with an error that are recorded, once reports are on and consent was given.',
  ),
  replaysSessionSampleRate: setting(
    'public',
    rate(),
    'Share of all visits that are recorded, once reports are on and consent was given.',
  ),
})
