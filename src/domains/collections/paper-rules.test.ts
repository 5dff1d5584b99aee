import { expect, test } from 'vitest'
import { nextChannelOf, type PaperChannel, type PaperOutcome } from './paper-rules.ts'

test.each<[PaperChannel | null, PaperOutcome | null, PaperChannel, string]>([
  [null, null, 'certified_post', 'the first demand'],
  ['certified_post', 'undelivered', 'burofax', 'another channel'],
  ['burofax', 'undelivered', 'certified_post', 'another channel'],
  ['electronic', 'undelivered', 'certified_post', 'another channel'],
  ['burofax', 'delivered', 'burofax', 'what has reached its reader'],
  ['electronic', null, 'electronic', 'nothing is known yet'],
])('after %s, %s, the next paper goes by %s: %s', (channel, outcome, next) => {
  expect(nextChannelOf(channel ? { channel, outcome } : undefined)).toBe(next)
})
