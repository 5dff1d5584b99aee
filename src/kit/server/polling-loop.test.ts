import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listRunningJobs, startPollingLoop } from './polling-loop.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const log = { error: vi.fn() }

function counted(answers: (boolean | Error)[], options: { isComplete?: boolean } = {}) {
  const work = vi.fn(async () => {
    const answer = answers.shift() ?? false
    if (answer instanceof Error) throw answer
    return answer
  })
  return { work, job: startPollingLoop(work, { everySeconds: 10, name: 'count', log, ...options }) }
}

test('repeats work at once while there is something to do, and pauses when idle', async () => {
  const { work, job } = counted([true, true, false])
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(9_000)
  expect(work).toHaveBeenCalledTimes(3)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(work).toHaveBeenCalledTimes(4)
  await job.stop()
})

test('pauses after each run of work that is done by one run, unless it is woken', async () => {
  const { work, job } = counted([true, true, true], { isComplete: true })
  await vi.advanceTimersByTimeAsync(9_900)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(100)
  expect(work).toHaveBeenCalledTimes(2)
  job.wake()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(3)
  await job.stop()
})

test('logs a failure and continues', async () => {
  const { work, job } = counted([new Error('no database')])
  await vi.advanceTimersByTimeAsync(10_001)
  expect(work).toHaveBeenCalledTimes(2)
  expect(log.error).toHaveBeenCalledWith({ job: 'count', error: 'no database' }, 'job failed')
  await job.stop()
})

test('waits on stop for the current run and starts no other', async () => {
  let finish = (_: boolean) => {}
  const work = vi.fn(() => new Promise<boolean>((done) => (finish = done)))
  const job = startPollingLoop(work, { everySeconds: 10, name: 'count', log })
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

test('lists a job while it runs, and starts it at once when woken', async () => {
  const { work, job } = counted([false])
  await vi.advanceTimersByTimeAsync(1)
  const [standing] = listRunningJobs()
  expect(standing).toMatchObject({ name: 'count', everySeconds: 10, runningSince: null })
  expect(standing!.nextAt!.getTime() - Date.now()).toBe(9_999)
  standing!.wake()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  await job.stop()
  expect(listRunningJobs()).toEqual([])
})

test('runs a job again when it is woken during its run', async () => {
  let finish = (_: boolean) => {}
  const work = vi.fn(() => new Promise<boolean>((done) => (finish = done)))
  const job = startPollingLoop(work, { everySeconds: 10, name: 'count', log })
  await vi.advanceTimersByTimeAsync(1)
  const [standing] = listRunningJobs()
  expect(standing!.runningSince).not.toBeNull()
  standing!.wake()
  finish(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
  finish(false)
  await job.stop()
})
