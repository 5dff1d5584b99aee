import type { CurveFileReport } from '#domains/consumption/server/import/import-curves.ts'
import { fileReason, reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'

const maxRefusals = 20

/** Describes the result of each file in readable lines. */
export function describeCurveReports(reports: readonly CurveFileReport[]): string {
  return reports.flatMap(describeCurveReport).join('\n')
}

function describeCurveReport({ file, source, rows, daysStored, refusals, unknownPoints }: CurveFileReport): string[] {
  const counts = `${rows.read} rows read: ${rows.new} new, ${rows.replaced} replaced, ${rows.unchanged} unchanged, ${rows.refused} refused`
  const head = source ? `${file} (${source}): ${counts}; ${daysStored} days stored.` : `${file}: refused.`
  const shown = refusals.slice(0, maxRefusals)
  return [
    head,
    ...shown.map(
      ({ line, code }) =>
        `  ${line === null ? 'The file' : `Line ${line}`}: ${reasonMessageInEnglish(fileReason('curves', code))}.`,
    ),
    ...(refusals.length > shown.length ? [`  … and ${refusals.length - shown.length} more lines refused.`] : []),
    ...(unknownPoints.length
      ? [`  ${rows.unknownPoint} rows of supply points that are not known here: ${unknownPoints.join(', ')}.`]
      : []),
  ]
}
