import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { planChecks } from './plan-checks.ts'
import { databaseHelpers, selectTests } from './select-tests.ts'

describe('types', () => {
  test.each([
    ['src/domains/invoices/server/routes.ts', ['server'], 'of the server only'],
    ['src/domains/invoices/web/invoices-screen.tsx', ['web'], 'of the browser only'],
    ['src/domains/invoices/api.ts', ['server', 'web'], 'of both'],
    ['src/domains/invoices/texts/es.json', ['server', 'web'], 'the type of all texts'],
    ['src/kit/web/send.ts', ['server', 'web'], 'the one file of the browser that the server uses'],
    ['scripts/build.ts', ['server'], 'scripts'],
    ['e2e/frame.test.ts', ['e2e'], 'journeys'],
    ['tsconfig.base.json', ['server', 'web', 'e2e'], 'the configuration itself'],
    ['README.md', [], 'has none'],
  ])('of %s are checked in %j: %s', (file, projects) => expect(planChecks([file]).projects).toEqual(projects))
})

test('texts are compared only when one changed', () => {
  expect(planChecks(['src/domains/invoices/texts/gl.json']).checksTexts).toBe(true)
  expect(planChecks(['package.json']).checksTexts).toBe(false)
})

test('tests of changed files are those that reach them within their domain, the slow ones apart', () => {
  const at = (name: string) => `src/domains/invoices/${name}`
  const tests = new Map([
    [at('rules.test.ts'), ''],
    [at('web/list.test.tsx'), ''],
    [at('web/other.test.tsx'), ''],
    [at('server/invoices.test.ts'), `portal = await start${'TestPortal'}()`],
    ['src/domains/home/rules.test.ts', ''],
  ])
  const imports = [
    { from: at('rules.test.ts'), to: at('rules.ts') },
    { from: at('web/list.tsx'), to: at('rules.ts') },
    { from: at('web/list.test.tsx'), to: at('web/list.tsx') },
    { from: at('server/invoices.test.ts'), to: at('rules.ts') },
    { from: 'src/domains/home/rules.test.ts', to: at('rules.ts') },
  ]
  expect(selectTests({ changed: [at('rules.ts')], tests, imports })).toEqual({
    fast: [at('rules.test.ts'), at('web/list.test.tsx')],
    slow: [at('server/invoices.test.ts')],
  })
  expect(selectTests({ changed: [at('web/other.test.tsx')], tests, imports }).fast).toEqual([at('web/other.test.tsx')])
})

describe('the helpers that start a database', () => {
  const sources = globSync(
    '{src/**/*testing,src/**/testing/*,db/**/*testing,db/demo/create-demo,src/kit/server/database}.ts',
  ).map((file) => readFileSync(file, 'utf8'))

  // A renamed helper would otherwise leave its tests out of the run on PostgreSQL without notice.
  test.each(databaseHelpers)('%s exists', (helper) => {
    const declaration = new RegExp(`export (?:async )?function ${helper}\\b`)
    expect(sources.some((source) => declaration.test(source))).toBe(true)
  })

  // Of one that calls another one, tests name the caller only.
  test('are all of them', () => {
    const callers = sources
      .flatMap((source) => source.split(/^(?=(?:export )?(?:async )?function )/m))
      .filter((declaration) =>
        databaseHelpers.some((helper) => new RegExp(`(?<!function )\\b${helper}\\(`).test(declaration)),
      )
      .flatMap((declaration) => /^export (?:async )?function (\w+)/.exec(declaration)?.[1] ?? [])
    expect(databaseHelpers).toEqual(expect.arrayContaining(callers))
  })

  test('are those by which .ci/run selects the tests on PostgreSQL', () => {
    const [, pattern] = /with_database=\$\(grep -lrE '([^']+)'/.exec(readFileSync('.ci/run', 'utf8')) ?? []
    expect(pattern?.split('|').sort()).toEqual([...databaseHelpers].sort())
  })
})
