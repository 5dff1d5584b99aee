import type { BatchCounts } from '#domains/integration/server/import-batch.ts'

/** Describes the result of a file of lines in readable lines; `refusals` are the first of those in its report. */
export function describeLines(
  file: string,
  { changed, accepted, refused }: BatchCounts,
  refusals: readonly string[],
): string {
  return [
    `${file}: ${changed} created or changed, ${accepted - changed} unchanged, ${refused} refused.`,
    ...refusals.map(describeRefusalLine),
    ...(refused > refusals.length ? [`  … and ${refused - refusals.length} more lines refused.`] : []),
  ].join('\n')
}

function describeRefusalLine(text: string): string {
  const { line, key, message } = JSON.parse(text)
  return `  Line ${line}${key ? ` (${key})` : ''}: ${message}`
}
