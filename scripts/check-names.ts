// Fails when code declares a name that describes grammar instead of the thing it names, as CONTRIBUTING.md refuses it.
// node scripts/check-names.ts [FILE…]: all files, or those named.
import { globSync, readFileSync } from 'node:fs'
import { findGenericNames } from './names/generic-names.ts'

// The tables are typed by the database, and a migration that has run keeps its name.
const isChecked = (file: string) =>
  /^(?:src|db|scripts|e2e)\/.*\.tsx?$/.test(file) && file !== 'db/tables.ts' && !file.startsWith('db/migrations/')
const named = process.argv.slice(2)
const files = (named.length ? named : globSync('{src,db,scripts,e2e}/**/*.{ts,tsx}')).filter(isChecked)
const problems = files.flatMap((file) =>
  findGenericNames(file, readFileSync(file, 'utf8')).map(
    ({ line, name }) => `${file}${line ? `:${line}` : ''}: ${name}`,
  ),
)
for (const problem of problems.sort()) console.error(problem)
console.log(problems.length ? `${problems.length} names say nothing of what they name.` : 'Every name is specific.')
process.exitCode = problems.length ? 1 : 0
