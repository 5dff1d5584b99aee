import type { Locale } from '#vocabulary/locale.ts'

/** Lets spreadsheets recognise a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

type Cell = string | number | null

/**
 * Returns a line of CSV that spreadsheets of a locale open correctly: where the decimal mark is a comma, cells are
 * separated by semicolons. Numbers stay numbers; a text that a spreadsheet would evaluate gets an apostrophe
 * (`escapeFormula`).
 */
export function formatCsvLine(cells: readonly Cell[], locale: Locale): string {
  return `${cells.map((cell) => quoteCell(toSafeCell(cell))).join(locale === 'en' ? ',' : ';')}\r\n`
}

/**
 * Returns a text that stays a text in a spreadsheet: one that begins like a formula gets an apostrophe (OWASP, CSV
 * injection). Some programs drop spaces, quotes and invisible characters before the sign, and East Asian editions treat
 * the full-width and small signs as the plain ones.
 */
export function escapeFormula(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

const formulaStart = /^(?:[\t\r\n]|[\s\p{C}"'`]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u

function toSafeCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return escapeFormula(cell)
}

function quoteCell(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
