import { expect, test } from 'vitest'
import { isHolder, namePartsOf, papersGiven, streetPartsOf } from './known-holder-rules.ts'

test.each([
  ['a name and two surnames', 'Anna Serra Puig', ['Anna', 'Serra', 'Puig']],
  ['one surname', 'Anna Serra', ['Anna', 'Serra', '']],
  ['a name alone', 'Anna', ['Anna', '', '']],
  ['two names', 'Maria Anna Serra Puig', ['Maria Anna', 'Serra', 'Puig']],
  ['surnames with small words', 'Anna de la Serra i Puig', ['Anna', 'de la Serra', 'i Puig']],
])('%s', (_, full, [name, surname1, surname2]: string[]) => {
  expect(namePartsOf(full)).toEqual({ name, surname1, surname2 })
})

test.each([
  ['in Catalan', 'Carrer de Gurb, 41, 2n 1a', { tv: 'CL', nv: 'de Gurb', pnp: '41', aclarador: '2n 1a' }],
  ['another kind', 'Avenida Diagonal, 3', { tv: 'AV', nv: 'Diagonal', pnp: '3', aclarador: '' }],
  ['of a kind nobody says', 'Mas Nou', { tv: 'CL', nv: 'Mas Nou', pnp: '', aclarador: '' }],
])('a street in its parts: %s', (_, line, parts) => {
  expect(streetPartsOf(line)).toEqual(parts)
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
  ['another name has shown nothing', { ...anna, surname1: 'Soler' }, [onFile], { identity: false, company: false }],
  ['another tax id neither', { ...anna, fisic_vat: '00000010X' }, [onFile], { identity: false, company: false }],
  ['nobody on file', anna, [], { identity: false, company: false }],
  ['a company and its representative', company, [companyOnFile], { identity: true, company: true }],
  [
    'another representative shows who they are',
    { ...company, rep_vat: '00000010X' },
    [companyOnFile],
    { identity: false, company: true },
  ],
] satisfies [string, Parameters<typeof papersGiven>[0], Parameters<typeof papersGiven>[1], object][])(
  'papers on file: %s',
  (_, owner, holders, given) => {
    expect(papersGiven(owner, holders)).toEqual(given)
  },
)

test('a holder is one on file however they are written', () => {
  expect([isHolder(anna, onFile), isHolder(anna, { ...onFile, full_name: 'Anna Soler' })]).toEqual([true, false])
})
