import type { Locale } from '../locale.ts'

/** What spreadsheets need to read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

type Cell = string | number | null

/**
 * A line of CSV as spreadsheets of a language open it: where decimals are written with a comma, they expect the semicolon
 * between cells. A text that begins as a formula does gets an apostrophe, so that it stays one (OWASP, CSV injection).
 */
export function csvTextLine(cells: readonly Cell[], locale: Locale): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(locale === 'en' ? ',' : ';')}\r\n`
}

function harmless(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
