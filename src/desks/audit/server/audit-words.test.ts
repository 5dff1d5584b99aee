import { expect, test } from 'vitest'
import { productSources } from '#app/server/testing/product-sources.ts'
import { messagesOf } from '#app/server/texts.ts'
import { locales } from '#kit/locale.ts'

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

test.each(locales)('everything that is written into the log has words in %s', (locale) => {
  const { actions } = messagesOf(locale)['desk-audit'] as { actions: Record<string, string> }
  const written = writtenActions()
  expect(written.length).toBeGreaterThan(60)
  expect(written.filter((action) => !actions[action])).toEqual([])
})
