import type { BatchCounts } from '#domains/integration/server/take-batch.ts'

/** What became of a file of lines, in lines for people; `refusals` are the first of those that its report names. */
export function describeLines(
  file: string,
  { changed, accepted, refused }: BatchCounts,
  refusals: readonly string[],
): string {
  return [
    `${file}: ${changed} created or changed, ${accepted - changed} unchanged, ${refused} refused.`,
    ...refusals.map(describeRefusal),
    ...(refused > refusals.length ? [`  … and ${refused - refusals.length} more lines refused.`] : []),
  ].join('\n')
}

function describeRefusal(text: string): string {
  const { line, key, message } = JSON.parse(text)
  return `  Line ${line}${key ? ` (${key})` : ''}: ${message}`
}
