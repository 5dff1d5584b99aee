import type { CurveRefusal } from '../../curve.ts'
import { bareCsv } from './bare-csv.ts'
import { billed } from './billed.ts'
import { plainName } from './csv-header.ts'
import type { CurveFormat, FileHead, RecognisedFile } from './format.ts'
import { generation } from './generation.ts'
import { datadis, eDistribucion, endesa, iDe, ufd } from './portal-csv.ts'
import { RefusedFile } from './refused.ts'
import { telemetered, telemeteredWithQuality } from './telemetered.ts'
import { validated } from './validated.ts'

/**
 * Every format that is read; the first that recognises a file has it. A header decides, since an i-DE file has the columns of
 * a P5D below it; then those with more columns stand before those with fewer.
 */
const formats: readonly CurveFormat[] = [
  datadis,
  eDistribucion,
  iDe,
  ufd,
  endesa,
  telemeteredWithQuality,
  telemetered,
  billed,
  generation,
  validated,
  bareCsv,
]

/** The format of a file from its first lines. Throws `RefusedFile` with the reason when it is none. */
export function recogniseFile(head: FileHead): RecognisedFile {
  for (const format of formats) {
    const file = format.recognise(head)
    if (file) return file
  }
  throw new RefusedFile(reasonAgainst(head))
}

function reasonAgainst({ lines }: FileHead): CurveRefusal {
  if (lines.length === 0) return 'file_empty'
  return lines.some(isHeaderOfMaximumPowers) ? 'maximum_powers' : 'format_unknown'
}

/** The other file that the same portals offer, with the highest power of each month. */
function isHeaderOfMaximumPowers(line: string): boolean {
  const names = line.split(/[;,\t]/).map(plainName)
  return names.some((name) => /^(potenciamax|maxpower)/.test(name)) || (names.includes('kw') && names.some(isMonth))
}

function isMonth(name: string): boolean {
  return name === 'mesano' || name === 'mesany'
}
