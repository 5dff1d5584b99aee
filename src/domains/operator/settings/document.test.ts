import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSettings } from './describe.ts'
import { settingsDocument } from './document.ts'

test('docs/settings.md tells the settings as they are', () => {
  const written = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8')
  expect(written, 'out of date: run scripts/settings-docs.ts').toBe(settingsDocument())
})

test.each(describeSettings())('$path stands in the table once, in one row', ({ path }) => {
  expect(settingsDocument().match(new RegExp(`^\\| \`${path}\`( \\|[^|\\n]*){6}\\|$`, 'gm'))).toHaveLength(1)
})
