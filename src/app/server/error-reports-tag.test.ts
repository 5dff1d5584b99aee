import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/operator/settings/defaults.ts'
import { errorReportsTag } from './error-reports-tag.ts'
import { pagePolicy } from './page-policy.ts'

const dsn = 'https://key@reports.test/7'
const settings = {
  ...defaultSettings,
  errorReporting: { url: dsn, replaysOnErrorSampleRate: 1, replaysSessionSampleRate: 0.1 },
}
const shared = { address: '/office/assets/reports/shared.js', integrity: 'sha384-shared' }
const reporter = { address: '/office/assets/reports/entry.js', integrity: 'sha384-entry', imports: [shared] }
const order = { reporter, settings, cookies: null, nonce: 'n' }
const agreed = { preferences: false, statistics: true, marketing: false }

test('a page reports its errors only where the retailer says to where', () => {
  expect(errorReportsTag(order)).toContain(
    `src="/office/assets/reports/entry.js" integrity="sha384-entry" data-dsn="${dsn}"`,
  )
  expect(errorReportsTag(order)).toContain(`href="${shared.address}" integrity="sha384-shared"`)
  expect(errorReportsTag({ ...order, settings: defaultSettings })).toBe('')
  expect(errorReportsTag({ ...order, reporter: undefined })).toBe('')
})

test('a visit is only recorded for who has agreed to statistics', () => {
  expect(errorReportsTag({ ...order, cookies: agreed })).toContain('data-on-error="1" data-on-session="0.1"')
  for (const cookies of [null, undefined, { ...agreed, statistics: false }])
    expect(errorReportsTag({ ...order, cookies })).toContain('data-on-error="0" data-on-session="0"')
})

test('only such a page may connect to where reports go', () => {
  const policyOf = (of: typeof settings) => pagePolicy({ nonce: 'n', isDevelopment: false, settings: of })
  expect(policyOf(settings)).toContain("connect-src 'self' https://reports.test;")
  expect(policyOf(defaultSettings as typeof settings)).toContain("connect-src 'self';")
})
