import { expect, test } from 'vitest'
import { builtInNorms } from '#domains/duties/built-in-norms.ts'
import { type CorrectionLine, correctionOf, findCorrectionContradictions, findTooOld } from './correction-line.ts'

const correction: CorrectionLine = {
  ...{ kind: 'underbilled', amountCents: 6_000, errorOn: '2026-06-01', distributorOn: null },
  ...{ billedOn: null, paidOn: null },
}
const invoice = {
  ...{ issuedOn: '2026-11-20', startsOn: '2026-06-01', amountTotalCents: 6_000, rectificativeType: 'C' },
  ...{ lines: [], correction },
}

test.each<[string, Partial<typeof invoice>, Partial<CorrectionLine>, (readonly [string, string])[]]>([
  ['a complementary bill', {}, {}, []],
  ['a bill that replaces another', { rectificativeType: 'R', amountTotalCents: 9_000 }, {}, []],
  ['one that gives back, of any type', { rectificativeType: 'N' }, { kind: 'overbilled', billedOn: '2026-07-01' }, []],
  ['no day of the error', {}, { errorOn: null }, [['correction.errorOn', 'missing']]],
  ['no day of the bill with the error', {}, { kind: 'overbilled' }, [['correction.billedOn', 'missing']]],
  ['an error after the bill', {}, { errorOn: '2026-11-21' }, [['correction.errorOn', 'after_issue']]],
  ['an ordinary bill', { rectificativeType: 'N' }, {}, [['correction', 'correction_type']]],
  ['more than the bill', {}, { amountCents: 6_001 }, [['correction.amountCents', 'above_total']]],
])('%s', (_, own, ofCorrection, problems) => {
  const found = findCorrectionContradictions({ ...invoice, ...own, correction: { ...correction, ...ofCorrection } })
  expect(found.map(([path, { name }]) => [path.join('.'), name])).toEqual(problems)
})

test('an invoice without a correction has nothing to be wrong', () => {
  expect(findCorrectionContradictions({ ...invoice, correction: null })).toEqual([])
  expect(findTooOld({ ...invoice, correction: null, startsOn: '2020-01-01' }, { norms: [], energy: 'gas' })).toBeNull()
})

test.each<[string, Partial<typeof invoice>, Partial<CorrectionLine>, string, string | null]>([
  ['a year before the correction', { startsOn: '2025-11-20' }, {}, 'electricity', null],
  ['a day more than a year', { startsOn: '2025-11-19' }, {}, 'electricity', 'correction_too_old 2025-11-20'],
  [
    'an older line in it',
    { lines: [{ firstDay: '2025-10-01' }] as never },
    {},
    'electricity',
    'correction_too_old 2025-11-20',
  ],
  [
    'a bill before RD 88/2026, by the norm of then',
    { issuedOn: '2026-03-01', startsOn: '2025-02-28' },
    {},
    'electricity',
    'correction_too_old 2025-03-01',
  ],
  [
    'ten months before the distributor corrected',
    { startsOn: '2026-01-02' },
    { distributorOn: '2026-11-02' },
    'electricity',
    null,
  ],
  [
    'a day more than ten months',
    { startsOn: '2026-01-01' },
    { distributorOn: '2026-11-02' },
    'electricity',
    'correction_of_distributor_too_old 2026-01-02',
  ],
  ['gas, which no norm limits', { startsOn: '2020-01-01' }, {}, 'gas', null],
  ['one that gives back', { startsOn: '2020-01-01' }, { kind: 'overbilled' }, 'electricity', null],
])('consumption of %s', (_, own, ofCorrection, energy, expected) => {
  const reason = findTooOld(
    { ...invoice, ...own, correction: { ...correction, ...ofCorrection } },
    { norms: builtInNorms, energy },
  )
  expect(reason && `${reason.name} ${reason.values?.oldest}`).toBe(expected)
})

test('a correction is stored with what its kind needs', () => {
  expect(correctionOf(correction)).toEqual({
    ...{ kind: 'underbilled', amountCents: 6_000, errorOn: '2026-06-01', distributorOn: null },
  })
  expect(correctionOf({ ...correction, kind: 'overbilled', billedOn: '2026-07-01' })).toEqual({
    ...{ kind: 'overbilled', amountCents: 6_000, billedOn: '2026-07-01', paidOn: null },
  })
})
