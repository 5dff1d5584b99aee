import { reasonInEnglish, reasonOfFile } from '#domains/integration/server/reason-words.ts'
import type { FuturesReport } from '#domains/price-alerts/server/import-futures.ts'

const mostRefusals = 20

/** What became of a file of futures, in lines for people. */
export function describeFutures(file: string, { refusals, told, ...counts }: FuturesReport): string {
  const shown = refusals.slice(0, mostRefusals)
  return [
    `${file}: ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged, ${refusals.length} refused; ${told} alerts crossed.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasonInEnglish(reasonOfFile('futures', code))}.`),
    ...(refusals.length > shown.length ? [`  … and ${refusals.length - shown.length} more lines refused.`] : []),
  ].join('\n')
}
