import type { ImportReport } from '#domains/contracts/server/import/report.ts'
import { reasonInEnglish } from '#domains/integration/server/reason-words.ts'

const columns = ['created', 'updated', 'unchanged', 'refused'] as const

/** What has become of the objects of a file, section by section, and why some stayed out. */
export function describeReport({ sections, refusals }: ImportReport): string {
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
  const reasons = refusals.map(({ path, reason }) => `${path || 'The file'}: ${reasonInEnglish(reason)}`)
  return [table, ...(reasons.length > 0 ? ['', ...reasons] : [])].join('\n')
}

function row(name: string, cells: readonly string[]): string {
  return name.padEnd(14) + cells.map((cell) => cell.padStart(11)).join('')
}
