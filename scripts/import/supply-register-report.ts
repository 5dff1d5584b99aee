import type { RegisterReport } from '#domains/supply-register/server/import-register.ts'

const mostShown = 20

const reasons: Record<RegisterReport['refusals'][number]['code'], string> = {
  line_broken: 'the line has another number of fields than the first one',
  cups_invalid: 'this is not a CUPS',
  tariff_missing: 'there is no access tariff',
  dates_invalid: 'the month has no first and last day such as 2026-01-01',
  number_invalid: 'a power or an energy is not a whole number',
  point_unknown: 'the register does not know this supply; take in its points first',
}

/** What became of a file of the register, in lines for people. */
export function describeRegister(file: string, report: RegisterReport): string {
  const { kind, created, updated, unchanged, refusedCount, refusals } = report
  const shown = refusals.slice(0, mostShown)
  return [
    `${file} (${kind}): ${created} created, ${updated} updated, ${unchanged} unchanged, ${refusedCount} refused.`,
    ...shown.map(({ line, code }) => `  Line ${line}: ${reasons[code]}.`),
    ...(refusedCount > shown.length ? [`  … and ${refusedCount - shown.length} more lines refused.`] : []),
  ].join('\n')
}
