import type { ImportReport } from '#domains/contracts/server/import/report.ts'
import { reasonMessageInEnglish } from '#domains/integration/server/reason-messages.ts'

const columns = ['created', 'updated', 'unchanged', 'refused'] as const

/** Describes the result of a file section by section, and why objects were rejected. */
export function describeContractsReport({ sections, refusals }: ImportReport): string {
  const head = row('', columns)
  const lines = Object.entries(sections)
    .filter(([, counts]) => columns.some((column) => counts[column] > 0))
    .map(([name, counts]) =>
      row(
        name,
        columns.map((column) => String(counts[column])),
      ),
    )
  const table = lines.length > 0 ? [head, ...lines].join('\n') : 'The file says nothing.'
  const reasons = refusals.map(({ path, reason }) => `${path || 'The file'}: ${reasonMessageInEnglish(reason)}`)
  return [table, ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n')
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(14) + cells.map((cell) => cell.padStart(11)).join('')
}
