import { beforeEach, expect, test } from 'vitest'
import { type CircuitBreaker, circuitChanged, createCircuitBreaker } from './circuit-breaker.ts'

const limits = { maxFailures: 3, windowSeconds: 60, openSeconds: 30 }
let seconds: number
let breaker: CircuitBreaker

beforeEach(() => {
  seconds = 0
  breaker = createCircuitBreaker('stripe', { clock: () => new Date(seconds * 1000), limits })
})

type Step = 'fails' | 'answers' | `${number} s later` | `waits ${number}` | 'may ask'

test.each<[string, Step[]]>([
  ['lets calls through while the system responds', ['answers', 'may ask']],
  ['tolerates single failures', ['fails', 'fails', 'may ask']],
  ['resets its failures on a response', ['fails', 'fails', 'answers', 'fails', 'fails', 'may ask']],
  ['resets its failures after a while', ['fails', 'fails', '61 s later', 'fails', 'may ask']],
  ['opens after several failures', ['fails', 'fails', 'fails', 'waits 30', '10 s later', 'waits 20']],
  ['lets one trial call through after the wait', ['fails', 'fails', 'fails', '30 s later', 'may ask', 'waits 30']],
  [
    'closes when the trial call succeeds',
    ['fails', 'fails', 'fails', '30 s later', 'may ask', 'answers', 'may ask', 'may ask'],
  ],
  ['opens again when the trial call fails', ['fails', 'fails', 'fails', '30 s later', 'may ask', 'fails', 'waits 30']],
  ['is not kept open by calls made before it opened', ['fails', 'fails', 'fails', '20 s later', 'fails', 'waits 10']],
  ['closes on a late response', ['fails', 'fails', 'fails', 'answers', 'may ask']],
  [
    'allows another trial call when the first gets no response',
    ['fails', 'fails', 'fails', '30 s later', 'may ask', '30 s later', 'may ask'],
  ],
])('a breaker %s', (_, steps) => {
  for (const [index, step] of steps.entries()) {
    const [word, number] = step.split(' ')
    if (step === 'fails') breaker.recordFailure()
    else if (step === 'answers') breaker.recordSuccess()
    else if (step === 'may ask') expect(breaker.retryAfterSeconds(), `step ${index}`).toBeNull()
    else if (word === 'waits') expect(breaker.retryAfterSeconds(), `step ${index}`).toBe(Number(number))
    else seconds += Number(word)
  }
})

test('publishes when it opens, until when, and when it closes', () => {
  const reportedChanges: unknown[] = []
  const end = circuitChanged.subscribe((change) => reportedChanges.push(change))
  for (let failures = 0; failures < 3; failures++) breaker.recordFailure()
  breaker.recordSuccess()
  breaker.recordSuccess()
  end()
  expect(reportedChanges).toEqual([
    { system: 'stripe', openUntil: new Date(30_000) },
    { system: 'stripe', openUntil: null },
  ])
})
