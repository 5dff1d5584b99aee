import { expect, test } from 'vitest'
import type { CurveSource, StoredDay } from './curve.ts'
import { listStates, type StateRun } from './interval-state.ts'
import { mergeSources } from './merge-sources.ts'

function day(source: CurveSource, importWh: (number | null)[], quality: string | null = null): StoredDay {
  const stepMinutes = 60 as const
  return { day: '2026-10-01', source, stepMinutes, importWh, exportWh: null, reactiveVarh: null, quality }
}

test.each<[string, StoredDay, StateRun[]]>([
  ['final values of the billing file are billed', day('F5D', [1, 2]), [{ state: 'billed', count: 2 }]],
  ['so are those of the points that are metered remotely', day('F1', [1]), [{ state: 'billed', count: 1 }]],
  ['final values of another file are measured', day('P1', [1, 0]), [{ state: 'measured', count: 2 }]],
  ['values that are not validated are provisional', day('P2', [1, 2], 'PP'), [{ state: 'provisional', count: 2 }]],
  [
    'so are those of the files that come before the final ones',
    day('P5D', [1, 2]),
    [{ state: 'provisional', count: 2 }],
  ],
  ['also in the billing file', day('F5D', [1], 'P'), [{ state: 'provisional', count: 1 }]],
  ['an estimate that was billed is an estimate', day('F5D', [1], 'E'), [{ state: 'estimated', count: 1 }]],
  ['a warning of the meter leaves a value measured', day('P1', [1, 2], 'DR'), [{ state: 'measured', count: 2 }]],
  [
    'what has no value is missing, and zero is a value',
    day('F5D', [0, null, 3], 'R-E'),
    [
      { state: 'billed', count: 1 },
      { state: 'missing', count: 1 },
      { state: 'estimated', count: 1 },
    ],
  ],
  [
    'energy that is only fed in is a value',
    { ...day('F5D', [null, null]), exportWh: [4, null] },
    [
      { state: 'billed', count: 1 },
      { state: 'missing', count: 1 },
    ],
  ],
])('%s', (_, of, states) => {
  expect(listStates(of)).toEqual(states)
})

test('hours that another file completes have the state that they have there', () => {
  const merged = mergeSources([
    day('F5D', [1, null, null, 4]),
    day('P1D', [9, 2, null, 9], 'RP-R'),
    day('csv', [8, 8, 3, 8]),
  ])
  expect(listStates(merged)).toEqual([
    { state: 'billed', count: 1 },
    { state: 'provisional', count: 1 },
    { state: 'measured', count: 1 },
    { state: 'billed', count: 1 },
  ])
})
