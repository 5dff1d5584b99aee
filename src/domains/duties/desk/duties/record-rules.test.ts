import { expect, test } from 'vitest'
import { recordedKinds, ruleOf } from '../../kinds.ts'
import { findRecordProblems, type RecordedInput, type RecordProblem } from './record-rules.ts'

const now = new Date('2026-11-27T11:00:00Z')
const yesterday = new Date('2026-11-26T09:30:00Z')
const nextMonth = new Date('2026-12-27T09:30:00Z')
const recording = { kind: 'call_recording', at: yesterday, about: 'contract' } as const

test.each<[string, Partial<RecordedInput>, RecordProblem[]]>([
  ['a call of a contract', {}, []],
  ['a call of a customer without a contract', { about: 'customer' }, []],
  ['a call of nobody', { about: 'unknown' }, [['about', 'about_unknown']]],
  ['a call of tomorrow', { at: nextMonth }, [['day', 'day_to_come']]],
  ['a call of long ago', { at: new Date('2025-11-01T10:00:00Z') }, [['day', 'day_long_ago']]],
  ['a dispute needs its contract', { kind: 'ombudsman_decision', about: 'customer' }, [['about', 'contract_needed']]],
  ['an end to come', { kind: 'contract_end', at: nextMonth }, []],
  ['an end that has come', { kind: 'contract_end' }, []],
  ['an end in three years', { kind: 'contract_end', at: new Date('2029-11-27T10:00:00Z') }, [['day', 'day_far_ahead']]],
  ['an offer for a power', { kind: 'connection_offer', about: 'customer', requestedKilowatts: 20 }, []],
  ['an offer for no power', { kind: 'connection_offer' }, [['power', 'power_needed']]],
  ['a connection with an extension', { kind: 'connection', topic: 'extension' }, []],
  ['a connection of any kind', { kind: 'connection' }, [['topic', 'topic_needed']]],
  ['a connection of another kind', { kind: 'connection', topic: 'household' }, [['topic', 'topic_needed']]],
])('%s', (_, input, problems) => {
  expect(findRecordProblems({ ...recording, topic: undefined, requestedKilowatts: undefined, ...input }, now)).toEqual(
    problems,
  )
})

test('what is recorded is seen by an operator of some role', () => {
  for (const kind of recordedKinds) expect(ruleOf(kind).roles.length).toBeGreaterThan(0)
})
