import * as z from 'zod/mini'
import { offer, restriction, setting } from './setting.ts'
import { onOff, webAddress, wholeNumber } from './value-kinds.ts'

export const session = z.strictObject({
  idleMinutes: setting('private', wholeNumber({ from: 5, to: 1_440, unit: 'minutes' })),
  absoluteHours: setting('private', wholeNumber({ from: 1, to: 720, unit: 'hours' })),
  proofMinutes: setting('private', wholeNumber({ from: 1, to: 1_440, unit: 'minutes' })),
})

export const password = z.strictObject({
  minimumLength: setting('public', wholeNumber({ from: 6, to: 64, unit: 'characters' })),
  resetMinutes: setting('private', wholeNumber({ from: 5, to: 1_440, unit: 'minutes' })),
})

export const oidc = z.strictObject({
  allowDefaultLogin: offer('public'),
  changePasswordUrl: offer('private', webAddress()),
})

export const signup = z.strictObject({
  phoneField: setting('public', onOff()),
  invoiceNumberField: restriction('public'),
  linkHours: setting('private', wholeNumber({ from: 1, to: 168, unit: 'hours' })),
})
