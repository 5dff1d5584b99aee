import { fileReason, reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'
import type { FuturesReport } from '#domains/price-alerts/server/import-futures.ts'

const maxRefusals = 20

/** Describes the result of a file of futures in readable lines. */
export function describeFutures(file: string, { refusals, told, ...counts }: FuturesReport): string {
  const shown = refusals.slice(0, maxRefusals)
  return [
    `${file}: ${counts.created} created, ${counts.updated} updated, ${counts.unchanged} unchanged, ${refusals.length} refused; ${told} alerts crossed.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasonMessageInEnglish(fileReason('futures', code))}.`),
    ...(refusals.length > shown.length ? [`  … and ${refusals.length - shown.length} more lines refused.`] : []),
  ].join('\n')
}
