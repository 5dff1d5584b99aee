import { expect, test } from 'vitest'
import type { StoredDay } from '#domains/consumption/curve.ts'
import { measuredDaysOf, totalWhOf } from './measured-day.ts'

const aDay = (given: Partial<StoredDay>): StoredDay => ({
  ...{ day: '2026-10-20', source: 'P5D', stepMinutes: 60, exportWh: null, reactiveVarh: null, quality: null },
  ...{ importWh: [1, 2, 3], ...given },
})

test.each<[reason: string, day: Partial<StoredDay>, hoursWh: (number | null)[]]>([
  ['measured hours', {}, [1, 2, 3]],
  ['a missing one', { importWh: [1, null, 3], quality: 'R-R' }, [1, null, 3]],
  ['an estimated one', { quality: 'RER' }, [1, null, 3]],
  ['a provisional one', { quality: 'RPR' }, [1, null, 3]],
  ['one of which the meter warns', { quality: 'RDR' }, [1, null, 3]],
  ['quarters of an hour', { stepMinutes: 15, importWh: [1, 1, 1, 1, 2, 2, 2, 2] }, [4, 8]],
  ['an hour with an estimated quarter', { stepMinutes: 15, importWh: [1, 1, 1, 1], quality: 'RRER' }, [null]],
])('reads %s', (_, day, hoursWh) => {
  expect(measuredDaysOf([aDay(day)])).toMatchObject([{ hoursWh }])
})

test('panels use no energy', () => {
  expect(measuredDaysOf([aDay({ source: 'A5D' })])).toEqual([])
})

test('the total of a day is known if each of its hours was measured', () => {
  const [measured] = measuredDaysOf([aDay({})])
  const [missing] = measuredDaysOf([aDay({ importWh: [1, null, 3] })])
  expect([totalWhOf(measured!), totalWhOf(missing!)]).toEqual([6, null])
})
