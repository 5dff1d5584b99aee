import { afterEach, expect, test } from 'vitest'
import { openTimedThread, type TimedThread } from './timed-thread.ts'

const source = `
  import { parentPort, threadId } from 'node:worker_threads'
  parentPort.on('message', (task) => {
    if (task === 'hang') for (;;);
    if (task === 'fail') throw new Error('broken')
    if (task === 'late') setTimeout(() => { throw new Error('between two tasks') })
    if (task === 'fill') {
      const buffers = Array.from({ length: 20 }, () => new Uint8Array(10_000_000))
      for (const end = Date.now() + 1_000; Date.now() < end; );
      parentPort.postMessage(buffers.length)
    }
    if (task === 'grow') for (const rows = []; ; ) rows.push(Array(10_000).fill({}))
    parentPort.postMessage(threadId)
  })`
const script = new URL(`data:text/javascript,${encodeURIComponent(source)}`)

let thread: TimedThread<string, number>
afterEach(() => thread.close())

function open() {
  thread = openTimedThread(script, { timeLimitMs: 1_500, maxHeapMb: 32, maxBufferMb: 64 })
  return thread
}

test('does one task after the other in the same thread', async () => {
  const { run } = open()
  const first = await run('a task')
  expect(first).toBeGreaterThan(0)
  expect(await run('another')).toBe(first)
})

test.each(['hang', 'fail', 'grow', 'fill'])(
  'has no result of a task that would %s, and does the next one',
  async (task) => {
    const { run } = open()
    expect(await run(task)).toBeUndefined()
    expect(await run('a task')).toBeGreaterThan(0)
  },
)

test('survives an error between two tasks', async () => {
  const { run } = open()
  const first = await run('late')
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(await run('a task')).toBeGreaterThan(first!)
})
