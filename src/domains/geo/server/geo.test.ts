import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { listStreetTypes, readProvince, readZipcode } from '../api.ts'
import { importTowns } from './import-towns.ts'

let portal: TestPortal

const file = `postcode,ine,municipality
08500,08298,Vic
17130,17199,Torroella de Montgrí
17130,17062,"Escala, L'"
`

beforeAll(async () => {
  portal = await startTestPortal()
  await importTowns(portal.context.db, file)
})
afterAll(() => portal.close())

test('returns the town of a postcode to anyone, cacheable for half an hour', async () => {
  const answer = await portal.anonymous.sendRaw(readZipcode, { params: { zipcode: '08500' } })
  expect(answer.json()).toEqual({ city: 'Vic', ine: '08298', towns: [{ city: 'Vic', ine: '08298' }] })
  expect(answer.headers['cache-control']).toBe('private, max-age=1800')
})

test('returns all towns of a postcode by name', async () => {
  expect(await portal.anonymous.send(readZipcode, { params: { zipcode: '17130' } })).toEqual({
    city: "L'Escala",
    ine: '17062',
    towns: [
      { city: "L'Escala", ine: '17062' },
      { city: 'Torroella de Montgrí', ine: '17199' },
    ],
  })
})

test.each(['99999', '0850', 'Vic', '28001'])('refuses the unknown postcode %s', async (zipcode) => {
  const answer = await portal.anonymous.sendRaw(readZipcode, { params: { zipcode } })
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'zipcode_unknown'])
})

test.each([
  ['08', { id: '08', name: 'Barcelona' }],
  ['17062', { id: '17', name: 'Girona' }],
])('returns the province of the INE code %s', async (ine, province) => {
  expect(await portal.anonymous.send(readProvince, { params: { ine } })).toEqual(province)
})

test.each(['53', '8', '99001', 'Vic'])('rejects %s as an INE code', async (ine) => {
  const answer = await portal.anonymous.sendRaw(readProvince, { params: { ine } })
  expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'province_unknown'])
})

test('returns street types in the language of the request', async () => {
  const inCatalan = await portal.anonymous.sendRaw(listStreetTypes, {}, { headers: { 'accept-language': 'ca' } })
  expect(inCatalan.json().items).toContainEqual({ id: 'CL', name: 'Carrer' })
  expect(inCatalan.headers.vary).toContain('accept-language')
  const { items } = await portal.anonymous.send(listStreetTypes, {})
  expect(items).toContainEqual({ id: 'CL', name: 'Calle' })
})

test('changes nothing when a file is imported again, and updates a changed name', async () => {
  const { db } = portal.context
  expect(await importTowns(db, file)).toMatchObject({ created: 0, updated: 0, unchanged: 3, refusals: [] })
  const renamed = 'postcode,ine,municipality\n08500,08298,Vic d’Osona\n'
  expect(await importTowns(db, renamed)).toMatchObject({ created: 0, updated: 1, unchanged: 0 })
  expect(await importTowns(db, file)).toMatchObject({ created: 0, updated: 1, unchanged: 2 })
})

test.each([
  ['08500', 'line_broken', 'only one field'],
  ['08500,08298,Vic,more', 'line_broken', 'a field too many'],
  ['53001,08298,Vic', 'postcode_invalid', 'no province has it'],
  ['8500,08298,Vic', 'postcode_invalid', 'a zero was lost'],
  ['08500,8298,Vic', 'municipality_invalid', 'a zero was lost'],
  ['08500,53298,Vic', 'municipality_invalid', 'no province has it'],
  ['08500,08298,', 'name_missing', 'there is no name'],
  ['08700,08102,Ygualada', 'contradicted', 'an earlier line says otherwise'],
])('rejects the line %j as %s: %s', async (line, code) => {
  const report = await importTowns(portal.context.db, `postcode,ine,municipality\n08700,08102,Igualada\n${line}\n`)
  expect(report.refusals).toEqual([{ line: 3, code }])
})
