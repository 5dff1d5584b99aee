import type { TownsReport } from '#domains/geo/server/import-towns.ts'
import { fileReason, reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'

const maxRefusals = 20

/** Describes the result of a file of postcodes in readable lines. */
export function describeTowns(file: string, { created, updated, unchanged, refusals }: TownsReport): string {
  const shown = refusals.slice(0, maxRefusals)
  return [
    `${file}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refusals.length} refused.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasonMessageInEnglish(fileReason('towns', code))}.`),
    ...(refusals.length > shown.length ? [`  … and ${refusals.length - shown.length} more lines refused.`] : []),
  ].join('\n')
}
