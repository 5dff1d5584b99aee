import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { repeat, standingJobs } from './repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const log = { error: vi.fn() }

function counted(answers: (boolean | Error)[]) {
  const work = vi.fn(async () => {
    const answer = answers.shift() ?? false
    if (answer instanceof Error) throw answer
    return answer
  })
  return { work, job: repeat(work, { everySeconds: 10, name: 'count', log }) }
}

test('work that found something is done again at once, and idle work after a pause', async () => {
  const { work, job } = counted([true, true, false])
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(work).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(4)
  await job.stop()
})

test('a failure is logged and the work goes on', async () => {
  const { work, job } = counted([new Error('no database')])
  await vi.advanceTimersByTimeAsync(10_001)
  expect(work).toHaveBeenCalledTimes(2)
  expect(log.error).toHaveBeenCalledWith({ job: 'count', error: 'no database' }, 'job failed')
  await job.stop()
})

test('stopping waits for the turn that runs, and none comes after it', async () => {
  let finish = (_: boolean) => {}
  const work = vi.fn(() => new Promise<boolean>((done) => (finish = done)))
  const job = repeat(work, { everySeconds: 10, name: 'count', log })
  await vi.advanceTimersByTimeAsync(1)
  const stopped = vi.fn()
  const stopping = job.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(1)
  expect(stopped).not.toHaveBeenCalled()
  finish(true)
  await stopping
  await vi.advanceTimersByTimeAsync(60_000)
  expect(work).toHaveBeenCalledTimes(1)
})

test('a job is known while it is done, and begins at once where it is woken', async () => {
  const { work, job } = counted([false])
  await vi.advanceTimersByTimeAsync(1)
  const [standing] = standingJobs()
  expect(standing).toMatchObject({ name: 'count', everySeconds: 10, turnSince: null })
  expect(standing!.nextAt!.getTime() - Date.now()).toBe(9_999)
  standing!.wake()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  await job.stop()
  expect(standingJobs()).toEqual([])
})

test('a job that is woken in its turn takes another after it', async () => {
  let finish = (_: boolean) => {}
  const work = vi.fn(() => new Promise<boolean>((done) => (finish = done)))
  const job = repeat(work, { everySeconds: 10, name: 'count', log })
  await vi.advanceTimersByTimeAsync(1)
  const [standing] = standingJobs()
  expect(standing!.turnSince).not.toBeNull()
  standing!.wake()
  finish(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  finish(false)
  await job.stop()
})
