// Writes docs/configuration.md, the reference of the environment variables, from their schema.
import { writeFile } from 'node:fs/promises'
import { renderConfigurationDocument } from '#app/server/process/configuration-document.ts'

await writeFile(new URL('../docs/configuration.md', import.meta.url), renderConfigurationDocument())
