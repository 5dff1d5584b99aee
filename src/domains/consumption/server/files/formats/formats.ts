import type { CurveRefusal } from '../../../curve.ts'
import { RefusedFileError } from '../refused-errors.ts'
import { normalizeColumnName } from './csv-header.ts'
import { f1Format, p1Format } from './f1-p1-p2.ts'
import { f5dFormat } from './f5d.ts'
import type { CurveFormat, FileHead, RecognisedFile } from './format.ts'
import { headerlessCsvFormat } from './headerless-csv.ts'
import { medidasFormat } from './medidas.ts'
import { p5dFormat } from './p5d.ts'
import { datadisFormat, eDistribucionFormat, endesaFormat, iDeFormat, ufdFormat } from './portal-csv.ts'

/**
 * All supported formats, in order; the first that recognises a file is used. Headers come first, since an i-DE file has
 * the columns of a P5D below its header; then formats with more columns come before those with fewer.
 */
const formats: readonly CurveFormat[] = [
  datadisFormat,
  eDistribucionFormat,
  iDeFormat,
  ufdFormat,
  endesaFormat,
  p1Format,
  f1Format,
  f5dFormat,
  medidasFormat,
  p5dFormat,
  headerlessCsvFormat,
]

/** Returns the format of a file from its first lines. Throws `RefusedFileError` with the reason if there is none. */
export function recogniseFile(head: FileHead): RecognisedFile {
  for (const format of formats) {
    const file = format.recognise(head)
    if (file) return file
  }
  throw new RefusedFileError(refusalOf(head))
}

function refusalOf({ lines }: FileHead): CurveRefusal {
  if (lines.length === 0) return 'file_empty'
  return lines.some(isHeaderOfMaximumPowers) ? 'maximum_powers' : 'format_unknown'
}

/** Checks for the header of the other file that the same portals offer, with the highest power of each month. */
function isHeaderOfMaximumPowers(line: string): boolean {
  const names = line.split(/[;,\t]/).map(normalizeColumnName)
  return names.some((name) => /^(potenciamax|maxpower)/.test(name)) || (names.includes('kw') && names.some(isMonth))
}

function isMonth(name: string): boolean {
  return name === 'mesano' || name === 'mesany'
}
