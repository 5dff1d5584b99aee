import { expect, test } from 'vitest'
import { documentsOnFileOf, isHolder, parseStreetLine, splitFullName } from './known-holder-rules.ts'

test.each([
  ['splits a first name and two surnames', 'Anna Serra Puig', ['Anna', 'Serra', 'Puig']],
  ['splits one surname', 'Anna Serra', ['Anna', 'Serra', '']],
  ['splits a first name alone', 'Anna', ['Anna', '', '']],
  ['splits two first names', 'Maria Anna Serra Puig', ['Maria Anna', 'Serra', 'Puig']],
  ['splits surnames with particles', 'Anna de la Serra i Puig', ['Anna', 'de la Serra', 'i Puig']],
])('%s', (_, full, [name, surname1, surname2]: string[]) => {
  expect(splitFullName(full)).toEqual({ name, surname1, surname2 })
})

test.each([
  ['in Catalan', 'Carrer de Gurb, 41, 2n 1a', { tv: 'CL', nv: 'de Gurb', pnp: '41', aclarador: '2n 1a' }],
  ['another street type', 'Avenida Diagonal, 3', { tv: 'AV', nv: 'Diagonal', pnp: '3', aclarador: '' }],
  ['without a street type', 'Mas Nou', { tv: 'CL', nv: 'Mas Nou', pnp: '', aclarador: '' }],
])('splits a street line into its parts: %s', (_, line, parts) => {
  expect(parseStreetLine(line)).toEqual(parts)
})

const anna = { type: 'F', fisic_vat: '12345678z', first_name: 'Ànna', surname1: 'serra', surname2: null } as const
const onFile = {
  ...{ tax_id: '12345678Z', full_name: 'Anna  Serra' },
  papers: [{ kind: 'identity', tax_id: '12345678Z' }] as const,
}
const company = {
  ...{ type: 'J' as const, name: 'Taller SL', juridic_vat: 'B12345674', rep_vat: '12345678Z' },
  ...{ rep_name: 'Anna', rep_surname1: 'Serra' },
} as const
const companyOnFile = {
  ...{ tax_id: 'B12345674', full_name: 'TALLER SL' },
  papers: [
    { kind: 'company', tax_id: 'B12345674' },
    { kind: 'identity', tax_id: '12345678Z' },
  ] as const,
}

test.each([
  ['the same tax id and name', anna, [onFile], { identity: true, company: false }],
  ['nothing with another name', { ...anna, surname1: 'Soler' }, [onFile], { identity: false, company: false }],
  ['nothing with another tax id', { ...anna, fisic_vat: '00000010X' }, [onFile], { identity: false, company: false }],
  ['nothing without a holder on file', anna, [], { identity: false, company: false }],
  ['a company and its representative', company, [companyOnFile], { identity: true, company: true }],
  [
    'not of another representative, who must show their identity',
    { ...company, rep_vat: '00000010X' },
    [companyOnFile],
    { identity: false, company: true },
  ],
] satisfies [string, Parameters<typeof documentsOnFileOf>[0], Parameters<typeof documentsOnFileOf>[1], object][])(
  'returns the documents on file: %s',
  (_, owner, holders, given) => {
    expect(documentsOnFileOf(owner, holders)).toEqual(given)
  },
)

test('matches a holder on file regardless of spelling variants', () => {
  expect([isHolder(anna, onFile), isHolder(anna, { ...onFile, full_name: 'Anna Soler' })]).toEqual([true, false])
})
