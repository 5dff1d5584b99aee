import { expect, test } from 'vitest'
import { readProductSources } from '#app/server/testing/product-sources.ts'
import { messagesOf } from '#app/server/texts/texts.ts'
import { locales } from '#vocabulary/locale.ts'
import { subjectKinds } from '../rules.ts'

/** Actions whose names are composed at run time. */
const composed = [
  ...['percentage', 'discounts', 'move'].map((change) => `wallet_${change}_done`),
  ...['approved', 'rejected', 'failed'].map((state) => `approval_${state}`),
]

/** Checks whether a source writes to the audit log. */
function isAuditing(source: string): boolean {
  return /\b(writeAudit|auditChange|auditAction)\(|AuditEntry/.test(source)
}

/** Returns the actions written to the audit log, collected from the product sources. */
function writtenActions(): string[] {
  const sources = readProductSources('src/**/*.ts', 'scripts/**/*.ts').filter(isAuditing)
  const found = sources.flatMap((source) => [
    ...[...source.matchAll(/\baction(?:: | = )'([a-z_]+)'/g)].map(([, action]) => action!),
    ...[...source.matchAll(/\baction(?:: | = )[^,;'\n]+ \? '([a-z_]+)' : '([a-z_]+)'/g)].flatMap(([, one, other]) => [
      one!,
      other!,
    ]),
  ])
  return [...new Set([...found, ...composed])].sort()
}

/**
 * Returns the subject kinds written to the audit log, such as the one in `case:7`, collected from the product sources.
 */
function writtenSubjects(): string[] {
  const sources = readProductSources('src/**/*.ts', 'scripts/**/*.ts').filter(isAuditing)
  const found = sources.flatMap((source) => [...source.matchAll(/\bsubject(?:: | = )`([a-z_]+):\$\{/g)])
  return [...new Set(found.map(([, kind]) => kind!))].sort()
}

test('every subject kind written to the audit log is declared', () => {
  const written = writtenSubjects()
  expect(written.length).toBeGreaterThan(15)
  expect(written.filter((kind) => !subjectKinds.some((known) => known === kind))).toEqual([])
})

test.each(locales)('every subject kind has a name in %s', (locale) => {
  const { subjects } = messagesOf(locale)['desk-audit'] as { subjects: Record<string, string> }
  expect(Object.keys(subjects).sort()).toEqual([...subjectKinds].sort())
})

test.each(locales)('every action written to the audit log has a text in %s', (locale) => {
  const { actions } = messagesOf(locale)['desk-audit'] as { actions: Record<string, string> }
  const written = writtenActions()
  expect(written.length).toBeGreaterThan(60)
  expect(written.filter((action) => !actions[action])).toEqual([])
})
