import { expect, test } from 'vitest'
import { readBatches } from './read-batches.ts'

test.each([
  { count: 0, batches: [], reads: [undefined] },
  { count: 2, batches: [[1, 2]], reads: [undefined] },
  { count: 3, batches: [[1, 2, 3]], reads: [undefined, 3] },
  { count: 4, batches: [[1, 2, 3], [4]], reads: [undefined, 3] },
])('$count rows come in batches of three, each after the last row before', async ({ count, batches, reads }) => {
  const rows = Array.from({ length: count }, (_, index) => index + 1)
  const after: (number | undefined)[] = []
  const read = async (last: number | undefined) => {
    after.push(last)
    return rows.filter((row) => row > (last ?? 0)).slice(0, 3)
  }
  const got: number[][] = []
  for await (const batch of readBatches(3, read)) got.push(batch)
  expect(got).toEqual(batches)
  expect(after).toEqual(reads)
})
