import * as z from 'zod/mini'
import { regionalTags } from '#vocabulary/language-tags.ts'
import { locales } from '#vocabulary/locale.ts'
import { changedBy, offer, setting } from './setting.ts'
import { claimName, line, listOf, oneOf, rate, webAddress, wholeNumber } from './value-kinds.ts'

/** Settings that belong to no group. */
export const general = {
  homepage: changedBy('content', setting('public', oneOf(['home', 'contracts', 'invoices', 'requests', 'profile']))),
  languages: setting('public', listOf(locales, { atLeast: 1 })),
  defaultLocale: setting('public', oneOf(locales.map((locale) => regionalTags[locale]))),
  fileUploadSizeLimit: setting('public', wholeNumber({ from: 100_000, to: 50_000_000, unit: 'bytes' })),
  jwtUserIdField: setting('server', claimName()),
}

/** Limits on what one customer may upload. */
export const uploads = z.strictObject({
  filesPerDay: setting('server', wholeNumber({ from: 1, to: 10_000, unit: 'files' })),
  bytesPerDay: setting('server', wholeNumber({ from: 1_000_000, to: 10_000_000_000, unit: 'bytes' })),
  files: setting('server', wholeNumber({ from: 10, to: 100_000, unit: 'files' })),
  bytes: setting('server', wholeNumber({ from: 10_000_000, to: 100_000_000_000, unit: 'bytes' })),
})

/**
 * How many files may accompany a request to the retailer; 1 by specification, and never more than a request accepts.
 */
export const requests = z.strictObject({
  leastFiles: setting('public', wholeNumber({ from: 0, to: 6, unit: 'files' })),
  leastReadingFiles: setting('public', wholeNumber({ from: 0, to: 6, unit: 'files' })),
  earlyPowerChange: changedBy('content', setting('private', oneOf(['confirm', 'refuse']))),
})

/**
 * Customer care: the body out of court that decides about refused complaints, how to reach it, the hours within which
 * customers are called back, how many calls are made within one, and the size by which the service is evaluated.
 */
export const care = z.strictObject({
  disputeBody: changedBy('content', setting('public', line(160))),
  disputeContact: changedBy('content', setting('public', line(200))),
  callBackFrom: changedBy('content', setting('public', wholeNumber({ from: 0, to: 23, unit: 'hours' }))),
  callBackTo: changedBy('content', setting('public', wholeNumber({ from: 1, to: 24, unit: 'hours' }))),
  callBackCapacity: changedBy('content', setting('public', wholeNumber({ from: 1, to: 1000, unit: 'calls' }))),
  supplierSize: setting('server', oneOf(['large', 'small'])),
})

export const api = z.strictObject({
  versions: setting('public', listOf([1, 2], { atLeast: 1 })),
})

export const errorReporting = z.strictObject({
  url: offer('public', webAddress()),
  replaysOnErrorSampleRate: setting('public', rate()),
  replaysSessionSampleRate: setting('public', rate()),
})
