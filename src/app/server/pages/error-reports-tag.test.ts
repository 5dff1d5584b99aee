import { expect, test } from 'vitest'
import { defaultSettings } from '#domains/retailer/settings/defaults.ts'
import { renderErrorReportsTag } from './error-reports-tag.ts'
import { buildPagePolicy } from './page-policy.ts'

const dsn = 'https://key@reports.test/7'
const settings = {
  ...defaultSettings,
  errorReporting: { url: dsn, replaysOnErrorSampleRate: 1, replaysSessionSampleRate: 0.1 },
}
const shared = { address: '/office/assets/reports/shared.js', integrity: 'sha384-shared' }
const reporter = { address: '/office/assets/reports/entry.js', integrity: 'sha384-entry', imports: [shared] }
const order = { reporter, settings, cookies: null, nonce: 'n' }
const agreed = { preferences: false, statistics: true, marketing: false }

test('a page reports its errors only if the retailer configures a receiver', () => {
  expect(renderErrorReportsTag(order)).toContain(
    `src="/office/assets/reports/entry.js" integrity="sha384-entry" data-dsn="${dsn}"`,
  )
  expect(renderErrorReportsTag(order)).toContain(`href="${shared.address}" integrity="sha384-shared"`)
  expect(renderErrorReportsTag({ ...order, settings: defaultSettings })).toBe('')
  expect(renderErrorReportsTag({ ...order, reporter: undefined })).toBe('')
})

test('a visit is only recorded with consent to statistics', () => {
  expect(renderErrorReportsTag({ ...order, cookies: agreed })).toContain('data-on-error="1" data-on-session="0.1"')
  for (const cookies of [null, undefined, { ...agreed, statistics: false }])
    expect(renderErrorReportsTag({ ...order, cookies })).toContain('data-on-error="0" data-on-session="0"')
})

test('only such a page may connect to the receiver of reports', () => {
  const policyOf = (of: typeof settings) => buildPagePolicy({ nonce: 'n', isDevelopment: false, settings: of })
  expect(policyOf(settings)).toContain("connect-src 'self' https://reports.test;")
  expect(policyOf(defaultSettings as typeof settings)).toContain("connect-src 'self';")
})
