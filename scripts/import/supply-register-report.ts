import { fileReason, reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'
import type { RegisterReport } from '#domains/supply-register/server/import-register.ts'

const maxRefusals = 20

/** Describes the result of a file of the supply register in readable lines. */
export function describeRegister(file: string, report: RegisterReport): string {
  const { kind, created, updated, unchanged, refusedCount, refusals } = report
  const shown = refusals.slice(0, maxRefusals)
  return [
    `${file} (${kind}): ${created} created, ${updated} updated, ${unchanged} unchanged, ${refusedCount} refused.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasonMessageInEnglish(fileReason('register', code))}.`),
    ...(refusedCount > shown.length ? [`  … and ${refusedCount - shown.length} more lines refused.`] : []),
  ].join('\n')
}
