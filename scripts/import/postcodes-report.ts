import type { TownsReport } from '#domains/geo/server/import-towns.ts'
import { reasonInEnglish, reasonOfFile } from '#domains/integration/server/reason-words.ts'

const mostRefusals = 20

/** What became of a file of postcodes, in lines for people. */
export function describeTowns(file: string, { created, updated, unchanged, refusals }: TownsReport): string {
  const shown = refusals.slice(0, mostRefusals)
  return [
    `${file}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${refusals.length} refused.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasonInEnglish(reasonOfFile('towns', code))}.`),
    ...(refusals.length > shown.length ? [`  … and ${refusals.length - shown.length} more lines refused.`] : []),
  ].join('\n')
}
