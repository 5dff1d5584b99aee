import { expect, test } from 'vitest'
import { productSources } from '#app/server/testing/product-sources.ts'
import { messagesOf } from '#app/server/texts.ts'
import { locales } from '#kit/locale.ts'
import { subjectKinds } from '../rules.ts'

/** Written with a part that is known only when it happens. */
const composed = [
  ...['percentage', 'discounts', 'move'].map((change) => `wallet_${change}_done`),
  ...['approved', 'rejected', 'failed'].map((state) => `approval_${state}`),
]

/** What is written into the log, as the sources of the product say it. */
function writtenActions(): string[] {
  const sources = productSources('src/**/*.ts', 'scripts/**/*.ts').filter(
    (source) => source.includes('writeAudit(') || source.includes('AuditEntry'),
  )
  const found = sources.flatMap((source) => [
    ...[...source.matchAll(/\baction(?:: | = )'([a-z_]+)'/g)].map(([, action]) => action!),
    ...[...source.matchAll(/\baction(?:: | = )[^,;'\n]+ \? '([a-z_]+)' : '([a-z_]+)'/g)].flatMap(([, one, other]) => [
      one!,
      other!,
    ]),
    ...[...source.matchAll(/\bnote\(db, \w+, '([a-z_]+)'/g)].map(([, action]) => action!),
  ])
  return [...new Set([...found, ...composed])].sort()
}

/** The kinds of things that are written down as subjects, `case:7`, as the sources say them. */
function writtenSubjects(): string[] {
  const sources = productSources('src/**/*.ts', 'scripts/**/*.ts').filter(
    (source) => source.includes('writeAudit(') || source.includes('AuditEntry'),
  )
  const found = sources.flatMap((source) => [...source.matchAll(/\bsubject(?:: | = )`([a-z_]+):\$\{/g)])
  return [...new Set(found.map(([, kind]) => kind!))].sort()
}

test('whatever is written down as what an entry is about has its words', () => {
  const written = writtenSubjects()
  expect(written.length).toBeGreaterThan(15)
  expect(written.filter((kind) => !subjectKinds.some((known) => known === kind))).toEqual([])
})

test.each(locales)('what an entry is about is called in %s', (locale) => {
  const { subjects } = messagesOf(locale)['desk-audit'] as { subjects: Record<string, string> }
  expect(Object.keys(subjects).sort()).toEqual([...subjectKinds].sort())
})

test.each(locales)('everything that is written into the log has words in %s', (locale) => {
  const { actions } = messagesOf(locale)['desk-audit'] as { actions: Record<string, string> }
  const written = writtenActions()
  expect(written.length).toBeGreaterThan(60)
  expect(written.filter((action) => !actions[action])).toEqual([])
})
