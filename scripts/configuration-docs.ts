// Writes docs/configuration.md, the documentation of the environment, from its schema.
import { writeFile } from 'node:fs/promises'
import { configurationDocument } from '#app/server/configuration-document.ts'

await writeFile(new URL('../docs/configuration.md', import.meta.url), configurationDocument())
