import { because } from '#vocabulary/told-reasons.ts'
import { BrokenBody } from './body.ts'
import type { LineKind } from './line-kinds.ts'
import { ndjsonLines } from './ndjson.ts'
import { type LineAnswer, type TakeNeeds, type ToldLine, takeLines } from './take-lines.ts'
import { toldWhy } from './told-why.ts'

/** What became of a batch. */
export type BatchCounts = { lines: number; accepted: number; changed: number; refused: number }

type Needs = TakeNeeds & {
  /** Takes in the answer, piece by piece: objects in JSON, each on a line. */
  answer: (text: string) => Promise<void>
  /** Whether the answer names the lines that were refused only. */
  onlyRefused?: boolean
  /** Hears how far it is. */
  onGroup?: (counts: BatchCounts) => Promise<void>
}

/** Takes in a stream of lines in JSON, answers each, and at the end how many they were. */
export function takeBatch(kind: LineKind, body: AsyncIterable<Uint8Array>, needs: Needs): Promise<BatchCounts> {
  return takeTold(kind, ndjsonLines(body, { longestBytes: kind.longestLineBytes }), needs)
}

/** The same of lines that have been read already. */
export async function takeTold(kind: LineKind, told: AsyncIterable<ToldLine>, needs: Needs): Promise<BatchCounts> {
  const { answer, onlyRefused = false, onGroup } = needs
  const counts: BatchCounts = { lines: 0, accepted: 0, changed: 0, refused: 0 }
  let isBroken = false
  const lines = untilBroken(told, () => {
    isBroken = true
  })
  for await (const answers of takeLines(kind, lines, needs)) {
    for (const each of answers) count(counts, each)
    const wanted = onlyRefused ? answers.filter(({ status }) => status === 'refused') : answers
    if (wanted.length > 0) await answer(wanted.map((each) => `${JSON.stringify(each)}\n`).join(''))
    await onGroup?.(counts)
  }
  if (isBroken) {
    counts.lines++
    counts.refused++
    const where = { line: counts.lines, key: null, status: 'refused', code: 'body_broken', member: null }
    const broken = { ...where, ...toldWhy(because('body_broken')) }
    await answer(`${JSON.stringify(broken)}\n`)
  }
  await answer(`${JSON.stringify({ end: true, ...counts })}\n`)
  return counts
}

function count(counts: BatchCounts, answer: LineAnswer) {
  counts.lines++
  counts[answer.status]++
  if (answer.status === 'accepted' && answer.changed) counts.changed++
}

async function* untilBroken(told: AsyncIterable<ToldLine>, onBroken: () => void): AsyncGenerator<ToldLine> {
  try {
    yield* told
  } catch (error) {
    if (!(error instanceof BrokenBody)) throw error
    onBroken()
  }
}
