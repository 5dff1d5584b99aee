// Writes docs/law.md, the table of where each article of law stands in the code, from the norms of duties and of
// bills.
import { writeFile } from 'node:fs/promises'
import { renderBillNorms } from '#domains/bill-checks/server/check/bill-norms.ts'
import { renderLawDocument } from '#domains/duties/law-document.ts'

await writeFile(new URL('../docs/law.md', import.meta.url), `${renderLawDocument()}\n${renderBillNorms()}`)
