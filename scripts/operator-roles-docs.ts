// Writes docs/operator-roles.md, the table of what each operator role may do, from the calls.
import { writeFile } from 'node:fs/promises'
import { renderOperatorRolesDocument } from '#app/server/wiring/operator-roles-document.ts'

await writeFile(new URL('../docs/operator-roles.md', import.meta.url), renderOperatorRolesDocument())
