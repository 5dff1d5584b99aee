import { reasonInEnglish, reasonOfFile } from '#domains/integration/server/reason-words.ts'
import type { RegisterReport } from '#domains/supply-register/server/import-register.ts'

const mostShown = 20

/** What became of a file of the register, in lines for people. */
export function describeRegister(file: string, report: RegisterReport): string {
  const { kind, created, updated, unchanged, refusedCount, refusals } = report
  const shown = refusals.slice(0, mostShown)
  return [
    `${file} (${kind}): ${created} created, ${updated} updated, ${unchanged} unchanged, ${refusedCount} refused.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasonInEnglish(reasonOfFile('register', code))}.`),
    ...(refusedCount > shown.length ? [`  … and ${refusedCount - shown.length} more lines refused.`] : []),
  ].join('\n')
}
