import { describe, expect, test } from 'vitest'
import { blockGroupsFor, homeBannerCodes, isPaymentPath, parseBlockLength } from './rules.ts'

describe('the places that need the retailer’s HTML', () => {
  const on = { features: { enableServerElements: true }, header: { variant: 'serverElements' } } as const
  const cases: [reason: string, asked: Parameters<typeof blockGroupsFor>[0], groups: string[]][] = [
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
    expect(blockGroupsFor(asked)).toEqual(groups)
  })
})

test.each([
  [{ html: true, coupons: true, flag: true }, ['home', 'coupon']],
  [{ html: true, coupons: false, flag: true }, ['home']],
  [{ html: true, coupons: true, flag: false }, ['home']],
  [{ html: false, coupons: true, flag: true }, []],
])('banner codes of the home page with %o', ({ html, coupons, flag }, codes) => {
  const features = { enableServerElements: html, showCoupons: coupons }
  expect(homeBannerCodes({ features, featureFlags: { coupons: { coupon: flag } } })).toEqual(codes)
})

describe('payment paths', () => {
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
    ['may be a length', '200px', '200px'],
    ['may be a percentage', '50%', '50%'],
    ['may be relative to the font size', '12.5rem', '12.5rem'],
    ['may be relative to the window', '40 VH', '40vh'],
    ['is in pixels for a bare number', '200', '200px'],
    ['is null if unset', null, null],
    ['is null if empty', '', null],
    ['is null for auto', 'auto', null],
    ['cannot be zero, which would hide the text', '0', null],
    ['cannot have an unknown unit', '3parsecs', null],
    ['cannot be a calculation', 'calc(100% - 3px)', null],
    ['cannot close its CSS rule and open another', '1px}body{display:none', null],
    ['cannot be negative', '-3px', null],
  ]
  test.each(cases)('%s', (_, size, length) => {
    expect(parseBlockLength(size)).toBe(length)
  })
})
