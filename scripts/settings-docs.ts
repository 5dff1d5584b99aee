// Writes docs/settings.md, the reference of every setting, from the schema.
import { writeFile } from 'node:fs/promises'
import { renderSettingsDocument } from '#domains/retailer/settings/settings-document.ts'

await writeFile(new URL('../docs/settings.md', import.meta.url), renderSettingsDocument())
