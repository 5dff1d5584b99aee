import { expect, test } from 'vitest'
import type { OperatorRole } from '#kit/operator-role.ts'
import type { DutyKind } from '../../kinds.ts'
import { kindsThatCanBeLate } from '../../rules.ts'
import { isEndedByOperators, lastDayOfWeek, sourceAddress, subjectAddress, visibleKinds } from './rules.ts'

test.each<[string, OperatorRole[], DutyKind, boolean]>([
  ['care sees answers', ['care'], 'case_answer', true],
  ['care does not see direct debits', ['care'], 'debit_refund', false],
  ['money sees direct debits', ['money'], 'debit_refund', true],
  ['only administrators see requests about personal data', ['care', 'sales', 'content', 'money'], 'data_export', false],
  ['administrators see everything', ['administrator'], 'data_export', true],
  ['without a role nothing is seen', [], 'case_answer', false],
])('%s', (_, roles, kind, isSeen) => expect(visibleKinds(roles).includes(kind)).toBe(isSeen))

test.each<[DutyKind, boolean, boolean]>([
  ['case_answer', true, false],
  ['connection_offer', true, true],
  ['complaint_table', true, true],
  ['price_revision_notice', true, false],
  ['suspension', false, false],
  ['debit_refund', false, false],
  ['withdrawal', false, false],
  ['actual_billing', true, true],
  ['contract_evidence', false, false],
])('%s can be late: %s, and is ended at the desk: %s', (kind, canBeLate, isEnded) => {
  expect([kindsThatCanBeLate.includes(kind), isEndedByOperators(kind)]).toEqual([canBeLate, isEnded])
})

test.each([
  ['2026-11-23', '2026-11-29'],
  ['2026-11-29', '2026-11-29'],
])('the week of %s ends on Sunday, %s', (day, last) => expect(lastDayOfWeek(day)).toBe(last))

test.each<[string, number | null, string | undefined]>([
  ['case:12', 7, '/operator/cases/12'],
  ['erasure:3', null, '/operator/erasures/3'],
  ['signature:ab-1', 7, '/operator/customers/7'],
  ['evaluation:2026', null, '/operator/cases'],
  ['complaints:2026-3', null, '/operator/cases'],
  ['debit:2026', null, undefined],
])('%s of customer %s is at %s', (subject, customerId, address) =>
  expect(subjectAddress(subject, customerId)).toBe(address),
)

test.each([
  ['BOE-A-2026-3212', 'https://www.boe.es/buscar/act.php?id=BOE-A-2026-3212'],
  ['DOUE-L-2016-80807', 'https://www.boe.es/buscar/doc.php?id=DOUE-L-2016-80807'],
  ['EPC016-06', null],
  [null, null],
])('%s was published at %s', (source, address) => expect(sourceAddress(source)).toBe(address))
