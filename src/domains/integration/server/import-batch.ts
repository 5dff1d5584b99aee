import { rejectionReason } from '#vocabulary/rejection-reasons.ts'
import { BrokenBodyError } from './decompress-body.ts'
import { describeReason } from './describe-reason.ts'
import { type ImportLinesDeps, importLines, type LineAnswer, type ParsedLine } from './import-lines.ts'
import type { LineKind } from './line-kinds.ts'
import { parseNdjsonLines } from './parse-ndjson-lines.ts'

/** The counts of a batch. Hours of curves that lines no longer have are kept; both are left out where there are none. */
export type BatchCounts = {
  lines: number
  accepted: number
  changed: number
  refused: number
  kept_hours?: number
  kept_days?: number
}

type ImportBatchOptions = ImportLinesDeps & {
  /** Writes a piece of the reply: JSON objects, one per line. */
  writeAnswer: (text: string) => Promise<void>
  /** Whether the reply includes refused lines only. */
  onlyRefused?: boolean
  /** Called with the progress after each group. */
  onGroup?: (counts: BatchCounts) => Promise<void>
}

/** Imports a stream of JSON lines, with one reply each and the counts at the end. */
export function importBatch(
  kind: LineKind,
  body: AsyncIterable<Uint8Array>,
  options: ImportBatchOptions,
): Promise<BatchCounts> {
  return importParsedLines(kind, parseNdjsonLines(body, { maxBytes: kind.maxLineBytes }), options)
}

/** The same for lines that are already parsed. */
export async function importParsedLines(
  kind: LineKind,
  parsedLines: AsyncIterable<ParsedLine>,
  options: ImportBatchOptions,
): Promise<BatchCounts> {
  const { writeAnswer, onlyRefused = false, onGroup } = options
  const counts: BatchCounts = { lines: 0, accepted: 0, changed: 0, refused: 0 }
  let isBroken = false
  const lines = readUntilBroken(parsedLines, () => {
    isBroken = true
  })
  for await (const answers of importLines(kind, lines, options)) {
    for (const each of answers) addToCounts(counts, each)
    const answersToWrite = onlyRefused ? answers.filter(({ status }) => status === 'refused') : answers
    if (answersToWrite.length > 0) await writeAnswer(answersToWrite.map((each) => `${JSON.stringify(each)}\n`).join(''))
    await onGroup?.(counts)
  }
  if (isBroken) {
    counts.lines++
    counts.refused++
    const where = { line: counts.lines, key: null, status: 'refused', code: 'body_broken', member: null }
    const broken = { ...where, ...describeReason(rejectionReason('body_broken')) }
    await writeAnswer(`${JSON.stringify(broken)}\n`)
  }
  await writeAnswer(`${JSON.stringify({ end: true, ...counts })}\n`)
  return counts
}

function addToCounts(counts: BatchCounts, answer: LineAnswer) {
  counts.lines++
  counts[answer.status]++
  if (answer.status !== 'accepted') return
  if (answer.changed) counts.changed++
  if (answer.kept_hours === undefined) return
  counts.kept_hours = (counts.kept_hours ?? 0) + answer.kept_hours
  counts.kept_days = (counts.kept_days ?? 0) + 1
}

async function* readUntilBroken(
  parsedLines: AsyncIterable<ParsedLine>,
  onBroken: () => void,
): AsyncGenerator<ParsedLine> {
  try {
    yield* parsedLines
  } catch (error) {
    if (!(error instanceof BrokenBodyError)) throw error
    onBroken()
  }
}
