import { globSync, readFileSync } from 'node:fs'

const excepted = /\.test\.|testing|samples|seeded/

/** Returns how often each source file reads the tables of invoices themselves, with those that are held. Tests are left out. */
export function listInvoiceReads(): Record<string, number> {
  const files = globSync('src/**/*.{ts,tsx}').filter((file) => !excepted.test(file))
  return Object.fromEntries(
    files
      .map((file) => [file, countInvoiceReads(readFileSync(file, 'utf8'))] as const)
      .filter(([, count]) => count > 0),
  )
}

const tables = String.raw`(?:multipoint_)?invoice\b(?![_.])`
const reads = [
  String.raw`\b(?:selectFrom|(?:inner|left|right|full|cross)Join)\(\s*'${tables}`,
  String.raw`\b(?:from|join)\s+(?:only\s+)?${tables}`,
  String.raw`\bsql\`\s*${tables}`,
  String.raw`\bsql\.table\('${tables}`,
].join('|')

/** Counts the reads of the tables of invoices in the text of a file: of the query builder and in SQL. */
export function countInvoiceReads(text: string): number {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return [...code.matchAll(new RegExp(reads, 'g'))].length
}
