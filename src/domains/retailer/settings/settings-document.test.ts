import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { describeSettings } from './describe-settings.ts'
import { renderSettingsDocument } from './settings-document.ts'

test('docs/settings.md is up to date with the settings', () => {
  const written = readFileSync(new URL('../../../../docs/settings.md', import.meta.url), 'utf8')
  expect(written, 'out of date: run scripts/settings-docs.ts').toBe(renderSettingsDocument())
})

test.each(describeSettings())('$path is in the table once, in one row', ({ path }) => {
  expect(renderSettingsDocument().match(new RegExp(`^\\| \`${path}\`( \\|[^|\\n]*){6}\\|$`, 'gm'))).toHaveLength(1)
})
