import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#app/server/testing/test-portal.ts'
import { cups20, makeCups } from '#vocabulary/cups.ts'
import { importRegister } from './import-register.ts'
import { findRegisteredYear } from './register-store.ts'

const cups = makeCups('0021', '990000000001', '0F')
const gasCups = makeCups('0217', '990000000001')
const powers = [1, 2, 3, 4, 5, 6].map((period) => `potenciasContratadasEnWP${period}`)
const points = `codigoEmpresaDistribuidora,cups,codigoPostalPS,codigoMunicipioPS,codigoTarifaATREnVigor,${powers},cambioComercializadorEnCurso,tipoPersona,acogimientoAutoconsumo,cnae,codigoPSContratable,valorDerechosExtensionW`
const energies = [1, 2, 3, 4, 5, 6].map((period) => `consumoEnergiaActivaEnWhP${period}`)
const demanded = [1, 2, 3, 4, 5, 6].map((period) => `potenciaDemandadaEnWP${period}`)
const months = `cups,fechaInicioMesConsumo,fechaFinMesConsumo,codigoTarifaATR,${energies},${demanded}`
const line = `0021,${cups},28013,28079,018,3450,4600,0,0,0,0,0,F,1,9820,1,5750`

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const take = (...lines: string[]) =>
  importRegister(portal.context.db, {
    source: Readable.from([`\uFEFF${lines.join('\r\n')}\r\n`]),
    fileOf: '2026-10-01',
  })
const find = (key: string) =>
  portal.context.db.selectFrom('register_point').where('cups20', '=', key).selectAll().executeTakeFirst()

test('imports a supply point with what a contract requires, and importing it again changes nothing', async () => {
  expect(await take(points, line)).toEqual({
    kind: 'electricity points',
    created: 1,
    updated: 0,
    unchanged: 0,
    refusedCount: 0,
    refusals: [],
  })
  expect(await find(cups20(cups))).toMatchObject({
    tariff_code: '018',
    power_watts: [3450, 4600],
    postcode: '28013',
    municipality_code: '28079',
    self_consumption_code: '41',
    cnae_code: '9820',
    is_company: false,
    is_switching: false,
    is_contractable: true,
    extension_right_watts: 5750,
  })
  expect(await take(points, line)).toMatchObject({ created: 0, updated: 0, unchanged: 1 })
  expect(await take(points, line.replace(',0,F', ',1,F'))).toMatchObject({ updated: 1 })
  expect(await find(cups20(cups))).toMatchObject({ is_switching: true })
})

test('sums a year from twelve months, and none from eleven', async () => {
  const month = (number: number) => {
    const name = `2025-${String(number).padStart(2, '0')}`
    return `${cups},${name}-01,${name}-28,018,70000,60000,120000,,,,4100,4000,0,0,0,0`
  }
  const eleven = Array.from({ length: 11 }, (_, index) => month(index + 1))
  expect(await take(months, ...eleven)).toMatchObject({ kind: 'electricity months', created: 11 })
  expect(await findRegisteredYear(portal.context.db, cups20(cups))).toBeUndefined()
  await take(months, month(12))
  expect(await findRegisteredYear(portal.context.db, cups20(cups))).toEqual({
    energyWh: [840_000, 720_000, 1_440_000],
    firstDay: '2025-01-01',
    lastDay: '2025-12-28',
  })
})

test('reads the separate layouts of gas points and months', async () => {
  expect(
    await take('codigoEmpresaDistribuidora,cups,codigoPostalPS,codigoPeajeEnVigor', `0217,${gasCups},08500,R2`),
  ).toMatchObject({
    kind: 'gas points',
    created: 1,
  })
  expect(await find(cups20(gasCups))).toMatchObject({ energy: 'gas', tariff_code: 'R2', power_watts: [] })
  const lines = [
    'cups,fechaInicioMesConsumo,fechaFinMesConsumo,consumoEnWhP1,consumoEnWhP2',
    `${gasCups},2025-01-01,2025-01-31,800000,100000`,
  ]
  expect(await take(...lines)).toMatchObject({ kind: 'gas months', created: 1 })
})

test.each([
  ['line_broken', line.replace(',9820', '')],
  ['cups_invalid', line.replace(cups, 'ES0021990000000001AA')],
  ['tariff_missing', line.replace(',018,', ',,')],
  ['number_invalid', line.replace(',3450,', ',3.45 kW,')],
])('rejects an invalid line as %s and accepts the others', async (code, wrong) => {
  const report = await take(points, wrong, line)
  expect(report).toMatchObject({ refusedCount: 1, refusals: [{ line: 2, code }] })
  expect(report.created + report.updated + report.unchanged).toBe(1)
})

test.each([
  ['point_unknown', `${makeCups('0021', '990000000009')},2025-01-01,2025-01-31,018,1,1,1,,,,,,,,,`],
  ['dates_invalid', `${cups},2025-02-01,2025-01-31,018,1,1,1,,,,,,,,,`],
  ['dates_invalid', `${cups},01/02/2025,28/02/2025,018,1,1,1,,,,,,,,,`],
])('rejects an invalid month as %s', async (code, wrong) => {
  expect((await take(months, wrong)).refusals).toEqual([{ line: 2, code }])
})

test('rejects a file of another kind', async () => {
  expect(await take('codigo_postal,municipio_id,municipio_nombre', '08500,08298,Vic')).toMatchObject({ kind: null })
})

test('keeps the last of two lines about the same point', async () => {
  await take(points, line, line.replace(',28013,', ',28014,'))
  expect((await find(cups20(cups)))?.postcode).toBe('28014')
})
