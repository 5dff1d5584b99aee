import { describe, expect, test } from 'vitest'
import { blockLength, groupsFor, homeBannerCodes, isPaymentPath } from './rules.ts'

describe('the places that need HTML of the retailer', () => {
  const on = { features: { enableServerElements: true }, header: { variant: 'serverElements' } } as const
  const cases: [reason: string, asked: Parameters<typeof groupsFor>[0], groups: string[]][] = [
    ['a visitor may go on to log in or sign up', { isSignedIn: false, settings: on }, ['Header', 'Login', 'Signup']],
    ['a customer sees neither', { isSignedIn: true, settings: on }, ['Header']],
    ['a header with the logo needs none', { isSignedIn: true, settings: { ...on, header: { variant: 'logo' } } }, []],
    [
      'without operator HTML there is none',
      { isSignedIn: false, settings: { ...on, features: { enableServerElements: false } } },
      [],
    ],
  ]
  test.each(cases)('%s', (_, asked, groups) => {
    expect(groupsFor(asked)).toEqual(groups)
  })
})

test.each([
  [{ html: true, coupons: true, flag: true }, ['home', 'coupon']],
  [{ html: true, coupons: false, flag: true }, ['home']],
  [{ html: true, coupons: true, flag: false }, ['home']],
  [{ html: false, coupons: true, flag: true }, []],
])('the banners of the first page with %o', ({ html, coupons, flag }, codes) => {
  const features = { enableServerElements: html, showCoupons: coupons }
  expect(homeBannerCodes({ features, featureFlags: { coupons: { coupon: flag } } })).toEqual(codes)
})

describe('where invoices can be paid', () => {
  const cases: [path: string, isPayment: boolean][] = [
    ['/invoices', true],
    ['/invoices/pay-online', true],
    ['/invoices-multipoint', true],
    ['/contracts/electricity/0001/invoices', true],
    ['/contracts-gas/0001/invoices-gas', true],
    ['/', false],
    ['/login', false],
    ['/contracts/electricity/0001', false],
    ['/d/savings/1', false],
  ]
  test.each(cases)('%s: %s', (path, isPayment) => {
    expect(isPaymentPath(path)).toBe(isPayment)
  })
})

describe('the size of a block', () => {
  const cases: [reason: string, size: string | null, length: string | null][] = [
    ['a length', '200px', '200px'],
    ['a share', '50%', '50%'],
    ['in letters', '12.5rem', '12.5rem'],
    ['of the window', '40 VH', '40vh'],
    ['a bare number counts pixels', '200', '200px'],
    ['nothing said', null, null],
    ['nothing written', '', null],
    ['as the content needs it', 'auto', null],
    ['a block of no height would hide its text', '0', null],
    ['another unit', '3parsecs', null],
    ['a sum could say anything', 'calc(100% - 3px)', null],
    ['an end of the rule and another one', '1px}body{display:none', null],
    ['a negative length', '-3px', null],
  ]
  test.each(cases)('%s', (_, size, length) => {
    expect(blockLength(size)).toBe(length)
  })
})
