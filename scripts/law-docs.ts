// Writes docs/law.md, the table of where each article of law stands in the code, from the norms of duties.
import { writeFile } from 'node:fs/promises'
import { renderLawDocument } from '#domains/duties/law-document.ts'

await writeFile(new URL('../docs/law.md', import.meta.url), renderLawDocument())
