import type { CurveFileReport } from '#domains/consumption/server/import-curves.ts'
import { reasonInEnglish, reasonOfFile } from '#domains/integration/server/reason-words.ts'

const mostRefusals = 20

/** What became of each file, in lines for people. */
export function describeCurveReports(reports: readonly CurveFileReport[]): string {
  return reports.flatMap(linesOf).join('\n')
}

function linesOf({ file, source, rows, daysStored, refusals, unknownPoints }: CurveFileReport): string[] {
  const counts = `${rows.read} rows read: ${rows.new} new, ${rows.replaced} replaced, ${rows.unchanged} unchanged, ${rows.refused} refused`
  const head = source ? `${file} (${source}): ${counts}; ${daysStored} days stored.` : `${file}: refused.`
  const shown = refusals.slice(0, mostRefusals)
  return [
    head,
    ...shown.map(
      ({ line, code }) =>
        `  ${line === null ? 'The file' : `Line ${line}`}: ${reasonInEnglish(reasonOfFile('curves', code))}.`,
    ),
    ...(refusals.length > shown.length ? [`  … and ${refusals.length - shown.length} more lines refused.`] : []),
    ...(unknownPoints.length
      ? [`  ${rows.unknownPoint} rows of supply points that are not known here: ${unknownPoints.join(', ')}.`]
      : []),
  ]
}
