import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { policyReportPath, reportsIn } from './policy-reports.ts'
import { type TestPortal, testPortal } from './testing/portal.ts'

const old = {
  'csp-report': {
    'document-uri': 'https://portal.test/contratos/electricidad/0054210?token=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://ads.example/track?visitor=anna',
    'source-file': 'https://portal.test/assets/entry-4f2.js',
    'line-number': 3,
  },
}

describe('what a browser reports about the policy of a page', () => {
  test('is understood as older browsers say it, without what addresses tell of the visitor', () => {
    expect(reportsIn(JSON.stringify(old))).toEqual([
      {
        page: '/contratos/electricidad/…',
        directive: 'script-src-elem',
        blocked: 'https://ads.example',
        source: '/assets/entry-4f2.js',
        line: 3,
      },
    ])
  })

  test('is understood as newer ones say it, and other reports are left out', () => {
    const body = {
      documentURL: 'https://portal.test/facturas?x=1',
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
    }
    const reports = [
      { type: 'csp-violation', body },
      { type: 'deprecation', body: {} },
    ]
    expect(reportsIn(JSON.stringify(reports))).toEqual([
      { page: '/facturas', directive: 'img-src', blocked: 'inline', source: '', line: null },
    ])
  })

  test.each([
    ['no JSON', 'x'],
    ['another thing', '{"a":1}'],
    ['no text', undefined],
  ])('is nothing in %s', (_, body) => {
    expect(reportsIn(body)).toEqual([])
  })
})

describe('the place where browsers report', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await testPortal({ environment: { BASE_PATH: '/office' } })
  })
  afterAll(() => portal.close())

  const report = (payload: string, type = 'application/csp-report') =>
    portal.app.inject({
      method: 'POST',
      url: `/office${policyReportPath}`,
      remoteAddress: '198.51.100.7',
      headers: { 'content-type': type, cookie: 'token=x' },
      payload,
    })

  test('takes a report, and nothing that is large or of another kind', async () => {
    expect((await report(JSON.stringify(old))).statusCode).toBe(204)
    expect((await report('[]', 'application/reports+json')).statusCode).toBe(204)
    expect((await report(JSON.stringify({ ...old, more: 'x'.repeat(20_000) }))).statusCode).toBe(413)
    expect((await report('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  })

  test('takes only so many of one network', async () => {
    const answers = []
    for (let times = 0; times < 25; times++) answers.push((await report(JSON.stringify(old))).statusCode)
    expect(answers.at(-1)).toBe(429)
  })
})
