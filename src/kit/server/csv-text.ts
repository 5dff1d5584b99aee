import type { Locale } from '../locale.ts'

/** What spreadsheets need to read a file as UTF-8. */
export const byteOrderMark = '\uFEFF'

type Cell = string | number | null

/**
 * A line of CSV as spreadsheets of a language open it: where decimals are written with a comma, they expect the semicolon
 * between cells. Numbers stay numbers; a text that a spreadsheet would calculate gets an apostrophe (`asSpreadsheetText`).
 */
export function csvTextLine(cells: readonly Cell[], locale: Locale): string {
  return `${cells.map((cell) => quoted(harmless(cell))).join(locale === 'en' ? ',' : ';')}\r\n`
}

/**
 * A text that stays one in a spreadsheet: one that begins as a formula gets an apostrophe (OWASP, CSV injection). Spaces,
 * quotes and invisible characters before the sign are dropped by some programs, and East Asian editions read the full-width
 * and small signs as the plain ones.
 */
export function asSpreadsheetText(text: string): string {
  return formulaStart.test(text) ? `'${text}` : text
}

const formulaStart = /^(?:[\t\r\n]|[\s\p{C}"'`]*[=+\-@＝＋－＠﹦﹢﹣﹫])/u

function harmless(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return asSpreadsheetText(cell)
}

function quoted(text: string): string {
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
