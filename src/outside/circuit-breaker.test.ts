import { beforeEach, expect, test } from 'vitest'
import { type CircuitBreaker, circuitBreaker, circuitChanged } from './circuit-breaker.ts'

const limits = { maxFailures: 3, windowSeconds: 60, openSeconds: 30 }
let seconds: number
let breaker: CircuitBreaker

beforeEach(() => {
  seconds = 0
  breaker = circuitBreaker('stripe', { clock: () => new Date(seconds * 1000), limits })
})

type Step = 'fails' | 'answers' | `${number} s later` | `waits ${number}` | 'may ask'

test.each<[string, Step[]]>([
  ['lets a system that answers be asked', ['answers', 'may ask']],
  ['bears single failures', ['fails', 'fails', 'may ask']],
  ['forgets them at an answer', ['fails', 'fails', 'answers', 'fails', 'fails', 'may ask']],
  ['forgets them after a while', ['fails', 'fails', '61 s later', 'fails', 'may ask']],
  ['opens after several', ['fails', 'fails', 'fails', 'waits 30', '10 s later', 'waits 20']],
  ['lets one question through when its time is over', ['fails', 'fails', 'fails', '30 s later', 'may ask', 'waits 30']],
  [
    'closes when that one is answered',
    ['fails', 'fails', 'fails', '30 s later', 'may ask', 'answers', 'may ask', 'may ask'],
  ],
  ['opens again when it fails', ['fails', 'fails', 'fails', '30 s later', 'may ask', 'fails', 'waits 30']],
  ['is not held open by what was asked before', ['fails', 'fails', 'fails', '20 s later', 'fails', 'waits 10']],
  ['closes at a late answer', ['fails', 'fails', 'fails', 'answers', 'may ask']],
  [
    'tries again where the trial ends in silence',
    ['fails', 'fails', 'fails', '30 s later', 'may ask', '30 s later', 'may ask'],
  ],
])('a breaker %s', (_, steps) => {
  for (const [index, step] of steps.entries()) {
    const [word, number] = step.split(' ')
    if (step === 'fails') breaker.fail()
    else if (step === 'answers') breaker.succeed()
    else if (step === 'may ask') expect(breaker.secondsToWait(), `step ${index}`).toBeNull()
    else if (word === 'waits') expect(breaker.secondsToWait(), `step ${index}`).toBe(Number(number))
    else seconds += Number(word)
  }
})

test('it says when it opens, until when, and when it closes', () => {
  const told: unknown[] = []
  const end = circuitChanged.listen((change) => told.push(change))
  for (let failures = 0; failures < 3; failures++) breaker.fail()
  breaker.succeed()
  breaker.succeed()
  end()
  expect(told).toEqual([
    { system: 'stripe', openUntil: new Date(30_000) },
    { system: 'stripe', openUntil: null },
  ])
})
