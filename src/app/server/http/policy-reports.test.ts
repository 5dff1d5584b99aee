import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { parsePolicyReports, policyReportPath } from './policy-reports.ts'

const old = {
  'csp-report': {
    'document-uri': 'https://portal.test/contratos/electricidad/0054210?token=secret',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://ads.example/track?visitor=anna',
    'source-file': 'https://portal.test/assets/entry-4f2.js',
    'line-number': 3,
  },
}

describe('policy violation reports of browsers', () => {
  test('are parsed in the format of older browsers, without visitor data from URLs', () => {
    expect(parsePolicyReports(JSON.stringify(old))).toEqual([
      {
        page: '/contratos/electricidad/…',
        directive: 'script-src-elem',
        blocked: 'https://ads.example',
        source: '/assets/entry-4f2.js',
        line: 3,
      },
    ])
  })

  test('are parsed in the format of newer browsers, without other report types', () => {
    const body = {
      documentURL: 'https://portal.test/facturas?x=1',
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
    }
    const reports = [
      { type: 'csp-violation', body },
      { type: 'deprecation', body: {} },
    ]
    expect(parsePolicyReports(JSON.stringify(reports))).toEqual([
      { page: '/facturas', directive: 'img-src', blocked: 'inline', source: '', line: null },
    ])
  })

  test.each([
    ['no JSON', 'x'],
    ['another format', '{"a":1}'],
    ['an empty body', undefined],
  ])('are ignored in %s', (_, body) => {
    expect(parsePolicyReports(body)).toEqual([])
  })
})

describe('the reporting endpoint', () => {
  let portal: TestPortal
  beforeAll(async () => {
    portal = await startTestPortal({ environment: { BASE_PATH: '/office' } })
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

  test('accepts reports, and nothing large or of another type', async () => {
    expect((await report(JSON.stringify(old))).statusCode).toBe(204)
    expect((await report('[]', 'application/reports+json')).statusCode).toBe(204)
    expect((await report(JSON.stringify({ ...old, more: 'x'.repeat(20_000) }))).statusCode).toBe(413)
    expect((await report('a=1', 'application/x-www-form-urlencoded')).statusCode).toBe(415)
  })

  test('limits the reports of one network', async () => {
    const answers = []
    for (let times = 0; times < 25; times++) answers.push((await report(JSON.stringify(old))).statusCode)
    expect(answers.at(-1)).toBe(429)
  })
})
