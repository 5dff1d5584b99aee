import { expect, test } from 'vitest'
import { type FileKind, fileKindOf, isFinishedName, isKeyActive } from './rules.ts'

const names: [name: string, kind: FileKind | null, reason: string][] = [
  ['invoices-2026-11.ndjson', 'invoices', 'it begins with the kind'],
  ['multipoint-invoices-2026-11.ndjson', 'multipoint-invoices', 'those that gather others'],
  ['INVOICES.NDJSON', 'invoices', 'in any letters'],
  ['customers.csv.gz', 'customers', 'packed'],
  ['supply-points_1.jsonl', 'supply-points', 'a kind of two words'],
  ['curves-1.ndjson.gz', 'curves', 'days in lines'],
  ['curves-1.csv', 'meter-file', 'as CSV, curves come in the formats of portals'],
  ['customersold.ndjson', null, 'another word'],
  ['something.ndjson', null, 'lines of nobody knows what'],
  ['F1_0031_202211.xml', 'f1', 'XML without another name'],
  ['camt.054_20261124.xml', 'bank-returns', 'a notice of movements'],
  ['PAIN002-1.xml', 'bank-returns', 'a status report'],
  ['devoluciones_20261124.txt', 'bank-returns', 'in words'],
  ['20261124.Q19', 'bank-returns', 'by the ending that banks give Norma 19'],
  ['debit-returns-1.ndjson', 'debit-returns', 'returned debits in lines'],
  ['contracts.json', 'contracts-file', 'one object with sections'],
  ['contracts.ndjson', 'contracts', 'contracts in lines'],
  ['F5D_0021_0999_20261101.0.bz2', 'meter-file', 'by its own format'],
  ['README', null, 'no ending'],
]
test.each(names)('reads %s as %s: %s', (name, kind) => {
  expect(fileKindOf(name)).toBe(kind)
})

test.each([
  ['invoices.ndjson', true],
  ['invoices.ndjson.part', false],
  ['invoices.ndjson.PART', false],
  ['invoices.tmp', false],
  ['.invoices.ndjson', false],
  ['invoices.ndjson~', false],
])('may be imported by its name %s: %s', (name, isFinished) => {
  expect(isFinishedName(name)).toBe(isFinished)
})

const [before, now, after] = ['10:59', '11:00', '11:01'].map((time) => new Date(`2026-11-20T${time}:00Z`)) as [
  Date,
  Date,
  Date,
]
test.each([
  ['without an end', null, null, true],
  ['before its end', after, null, true],
  ['at its end', now, null, false],
  ['after its end', before, null, false],
  ['revoked', after, before, false],
])('a key %s is active: %s', (_, expiresAt, revokedAt, expected) => {
  expect(isKeyActive({ expiresAt, revokedAt }, now)).toBe(expected)
})
