// Writes docs/settings.md, the documentation of every setting, from the schema.
import { writeFile } from 'node:fs/promises'
import { settingsDocument } from '#domains/operator/settings/document.ts'

await writeFile(new URL('../docs/settings.md', import.meta.url), settingsDocument())
