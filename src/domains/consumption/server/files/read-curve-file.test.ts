import { describe, expect, test } from 'vitest'
import type { CurveDay } from '../../curve.ts'
import { daysOf, formatImport, readEvents, refusalsOf } from './files-testing.ts'

const cups = 'ES0021990000000001KS0F'

/** Returns a day with these intervals, counted from 1, and no others. */
function hourly(values: Record<number, number | null>): (number | null)[] {
  return Array.from({ length: 24 }, (_, index) => values[index + 1] ?? null)
}

describe('recognises a format by its content', () => {
  test.each<[name: string, fileName: string, lines: string[], day: Partial<CurveDay>, reason: string]>([
    [
      'F5D',
      'curves.txt',
      [`${cups};2026/08/01 01:00;1;189;7;3;;;;1;1;TA/2026;0;0`, `${cups};2026/08/01 02:00;1;157;0;;;;;1;1;TA/2026;0;0`],
      {
        source: 'F5D',
        importWh: hourly({ 1: 189, 2: 157 }),
        exportWh: hourly({ 1: 7, 2: 0 }),
        reactiveVarh: hourly({ 1: 3 }),
        invoice: 'TA/2026',
        quality: null,
      },
      'the newer one with corrections, whatever its name',
    ],
    [
      'F5D',
      'F5D_0021_0999_20260901.3',
      [`${cups};2026/08/01 01:00;1;189;;;;;;1;1;TA/2026;`],
      { source: 'F5D', exportWh: null, reactiveVarh: null, version: 3 },
      'the older one, told from an A5D by the source of its values; its version is in the name',
    ],
    [
      'F5D',
      'A5D_0021_0999_20260901.0',
      [`${cups};2026/08/01 01:00;1;189;;;;;;;;TA/2026;0;0`],
      { source: 'F5D' },
      'only an F5D has corrections',
    ],
    [
      'A5D',
      'curves.txt',
      [`${cups};2026/08/01 13:00;1;1063;;;;;;;;M26040709;`],
      { source: 'A5D', importWh: hourly({ 13: 1063 }), invoice: 'M26040709' },
      'neither source nor corrections',
    ],
    [
      'A5D',
      'A5D_0189_0999_20260901.0',
      [`${cups};2026/08/01 13:00;1;10;;;;;;1;1;;`],
      { source: 'A5D' },
      'with sources, but named so',
    ],
    [
      'B5D',
      'B5D_0189_0999_20260901.0',
      [`${cups};2026/08/01 13:00;1;0;10;;;;;;;;`],
      { source: 'B5D' },
      'like an A5D, but named so',
    ],
    [
      'P5D',
      'F5D_0021_0999_20260901.0',
      [`${cups};2026/08/01 01:00;1;189;7;`],
      { source: 'P5D', importWh: hourly({ 1: 189 }), exportWh: hourly({ 1: 7 }), invoice: null },
      'five fields, even under the name of an F5D',
    ],
    [
      'F1',
      'file',
      [`${cups};11;2026/08/01 01:00:00;1;12;5;3;0;0;0;;;1;1;`],
      {
        source: 'F1',
        importWh: hourly({ 1: 12_000 }),
        exportWh: hourly({ 1: 5_000 }),
        reactiveVarh: hourly({ 1: 3_000 }),
        quality: null,
      },
      'kWh of a large supply',
    ],
    [
      'P1D',
      'file',
      [`${cups};11;2026/08/01 01:00:00;1;20.125;0;0.000;128;3.000;0;0.000;0;0.000;0;0.000;0;0.000;128;0.000;128;1;1`],
      {
        source: 'P1D',
        importWh: hourly({ 1: 20_125 }),
        exportWh: null,
        reactiveVarh: hourly({ 1: 3_000 }),
        quality: null,
      },
      'kWh with three decimals; what has quality 128 is not in use',
    ],
    [
      'P1',
      '0031_P1_20260801_20260901.0',
      [`${cups};11;2026/08/01 01:00:00;1;20;0;0;0;3;0;0;0;0;0;0;0;0;128;0;128;1;1`],
      { source: 'P1' },
      'like a P1D, but named so, behind the distributor',
    ],
    [
      'P2D',
      'P1D_0031_0999_20260801.0',
      [
        `${cups};11;2026/08/01 00:30:00;1;2;0;0;0;0;0;0;0;0;0;0;0;0;128;0;128;1`,
        `${cups};11;2026/08/01 00:15:00;1;1;0;0;0;0;0;0;0;0;0;0;0;0;128;0;128;1`,
      ],
      { source: 'P2D', stepMinutes: 15, importWh: [1_000, 2_000, ...new Array(94).fill(null)], quality: null },
      'quarter hours, newest first, without the last field',
    ],
    [
      'medidas',
      'file',
      [
        'ES0021990000000001KS1F001;2026/08/01 01:00:00;1;-24;0;0;;;R;',
        'ES0021990000000001KS1F001;2026/08/01 02:00:00;1;31;0;0;;;E;',
      ],
      {
        source: 'medidas',
        cups: 'ES0021990000000001KS1F001',
        importWh: hourly({ 1: 24_000, 2: 0 }),
        exportWh: hourly({ 1: 0, 2: 31_000 }),
        quality: `RE${'-'.repeat(22)}`,
      },
      'a negative balance is what the plant itself took',
    ],
    [
      'Datadis',
      'file',
      ['CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion', `${cups};01/08/2026;1;0,167;R`, `${cups};01/08/2026;24;0,3;E`],
      { source: 'datadis', importWh: hourly({ 1: 167, 24: 300 }), quality: `R${'-'.repeat(22)}E` },
      'the older layout',
    ],
    [
      'Datadis',
      'file',
      [
        'cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh',
        `"${cups}";"2026/08/01";"01:00";"0,167";"Real";"1,5";"2";"0,5"`,
        `"${cups}";"2026/08/01";"24:00";"0,3";"Estimada";;;`,
      ],
      {
        source: 'datadis',
        importWh: hourly({ 1: 167, 24: 300 }),
        exportWh: hourly({ 1: 1500 }),
        quality: `R${'-'.repeat(22)}E`,
      },
      'the newer layout, quoted; what was generated and self-consumed never met the grid',
    ],
    [
      'Datadis',
      'file',
      ['"cups","fecha","hora","consumo","metodoObtencion"', `"${cups}","2026/08/01","01:00","0,167","Real"`],
      { source: 'datadis', importWh: hourly({ 1: 167 }) },
      'commas between fields and in numbers, told apart by quotes',
    ],
    [
      'e-distribución',
      'file',
      ['CUPS;Fecha;Hora;AE_kWh;AS_KWh;AE_AUTOCONS_kWh;REAL/ESTIMADO', `${cups};01/08/2026;12;0,500;1,2;0,1;E`],
      { source: 'e-distribucion', importWh: hourly({ 12: 500 }), exportWh: hourly({ 12: 1200 }) },
      'with panels',
    ],
    [
      'e-distribución',
      'file',
      ['CUPS;Fecha;Hora;AE_kWh;REAL/ESTIMADO', `${cups};01/08/2026;12;0,500;R`],
      { source: 'e-distribucion', exportWh: null, quality: null },
      'without panels',
    ],
    [
      'e-distribución',
      'file',
      ['CUPS;Data;Hora;AE_kWh;LECTURA REAL/ESTIMADA', `${cups};01/08/2026;12;0,500;E`],
      { source: 'e-distribucion', quality: `${'-'.repeat(11)}E${'-'.repeat(12)}` },
      'in Catalan',
    ],
    [
      'i-DE',
      'file',
      [
        'CUPS;FECHA-HORA;INV / VER;PERIODO TARIFARIO;CONSUMO Wh;GENERACION Wh;',
        `${cups};2026/08/01 01:00;0;3;100;20;`,
        `${cups};2026/08/02 00:00;0;3;150;0;`,
      ],
      { source: 'i-de', importWh: hourly({ 1: 100, 24: 150 }), exportWh: hourly({ 1: 20, 24: 0 }) },
      'midnight ends the day before; the season says winter in August and is not read',
    ],
    [
      'UFD',
      'file',
      ['CUPS;FECHA;HORA;EHCR (kWh);EHEX (kWh)', `${cups};01/08/2026;12;0,5;0,1`],
      { source: 'ufd', importWh: hourly({ 12: 500 }), exportWh: hourly({ 12: 100 }) },
      'its own names for energy',
    ],
    [
      'Endesa',
      'file',
      [
        'Titular,Ana García',
        `CUPS,${cups}`,
        'Contrato,1',
        'Tarifa,2.0TD',
        'Desde,01/08/2026',
        'Hasta,01/08/2026',
        'Fecha,Hora,Consumo (Wh),Precio (€/kWh),Coste por hora (€)',
        '01/08/2026,00:00-01:00,167,0.1,0.0167',
        '01/08/2026,23:00-00:00,300,0.1,0.03',
        'Total (Wh):,,467,,',
      ],
      { source: 'endesa', cups, importWh: hourly({ 1: 167, 24: 300 }) },
      'the supply point stands above the table, a total below',
    ],
    [
      'table',
      'file',
      [`${cups};01/08/2026;1;167`],
      { source: 'csv', importWh: hourly({ 1: 167 }) },
      'no header, whole numbers: Wh',
    ],
    [
      'table',
      'file',
      [`${cups};01/08/2026;1;2`, `${cups};01/08/2026;2;0,5`],
      { source: 'csv', importWh: hourly({ 1: 2000, 2: 500 }) },
      'no header, decimals: kWh',
    ],
  ])('%s in %s: %s', async (_name, fileName, lines, expected) => {
    const events = await readEvents(lines.map((line) => `${line}\n`).join(''), fileName)
    expect(refusalsOf(events)).toEqual([])
    expect(daysOf(events)).toEqual([expect.objectContaining({ cups, day: '2026-08-01', ...expected })])
  })
})

test.each<[fileName: string, ends: string[], step: number, reason: string]>([
  ['P2D_0031_0999_20260801.0', ['01:00', '01:00'], 15, 'one instant of two supply points: the name decides'],
  ['P1D_0031_0999_20260801.0', ['01:00', '01:00'], 60, 'the same, for an hourly file'],
  ['P2D_0031_0999_20260801.0', ['01:00', '02:00'], 60, 'full hours are hours, whatever the name'],
])('reads %s with ends at %j in steps of %i minutes: %s', async (fileName, ends, stepMinutes) => {
  const lines = ends.map((end, at) => `ES00219900000000${at}1KS0F;11;2026/08/01 ${end}:00;1;1${';0'.repeat(15)};1;1\n`)
  expect(await readEvents(lines.join(''), fileName)).toContainEqual(
    expect.objectContaining({ kind: 'recognised', stepMinutes }),
  )
})

test('does not count a total as a record', async () => {
  const lines = ['CUPS;Fecha;Hora;Consumo', `${cups};01/08/2026;1;0,1`, 'Total;;;0,1', '']
  expect((await readEvents(lines.join('\n'))).at(-1)).toEqual({ kind: 'finished', file: 'file', records: 1 })
})

describe('reports a broken line by its number and reads the rest', () => {
  const good = `${cups};2026/08/01 02:00;1;157;;;;;;1;1;TA/2026;0;0`

  test.each<[line: string, code: string, reason: string]>([
    [`${cups};2026/08/01 01:00;1;189`, 'line_broken', 'cut off'],
    [`${good};1;2;3`, 'line_broken', 'too many fields'],
    ['garbage', 'line_broken', 'no record at all'],
    [`;2026/08/01 01:00;1;189;;;;;;1;1;;0;0`, 'cups_missing', 'whose is it?'],
    [`FR0021;2026/08/01 01:00;1;189;;;;;;1;1;;0;0`, 'cups_invalid', 'no supply point of Spain'],
    [`${cups};2026/02/30 01:00;0;189;;;;;;1;1;;0;0`, 'date_invalid', 'a day that never was'],
    [`${cups};1926/08/01 01:00;1;189;;;;;;1;1;;0;0`, 'date_invalid', 'a century without meters'],
    [`${cups};2026/08/01;1;189;;;;;;1;1;;0;0`, 'time_invalid', 'a day without an hour'],
    [`${cups};2026/08/01 25:00;1;189;;;;;;1;1;;0;0`, 'hour_not_in_day', 'an hour beyond the end of the day'],
    [`${cups};2026/03/29 02:30;0;189;;;;;;1;1;;0;0`, 'time_off_step', 'half an hour in an hourly file'],
    [`${cups};2026/08/01 01:00;0;189;;;;;;1;1;;0;0`, 'season_wrong', 'winter time in August'],
    [`${cups};2026/01/01 01:00;1;189;;;;;;1;1;;0;0`, 'season_wrong', 'summer time in January'],
    [`${cups};2026/08/01 01:00;;189;;;;;;1;1;;0;0`, 'season_wrong', 'no season'],
    [`${cups};2026/08/01 01:00;1;-189;;;;;;1;1;;0;0`, 'number_negative', 'meters do not turn back'],
    [`${cups};2026/08/01 01:00;1;18x;;;;;;1;1;;0;0`, 'number_invalid', 'not a number'],
    [`${cups};2026/08/01 01:00;1;1e9;;;;;;1;1;;0;0`, 'number_invalid', 'not a number of a meter'],
    [
      `${cups};2026/08/01 01:00;1;3000000000;;;;;;1;1;;0;0`,
      'number_too_large',
      'more than any supply takes in an hour',
    ],
    [
      `${cups};2026/08/01 02:00;1;158;;;;;;1;1;TA/2026;0;0`,
      'interval_contradicted',
      'the same hour with another value',
    ],
  ])('rejects %s as %s: %s', async (line, code) => {
    const events = await readEvents(
      [good, '', line, `${cups};2026/08/01 03:00;1;140;;;;;;1;1;TA/2026;0;0`].join('\r\n'),
    )
    expect(refusalsOf(events)).toEqual([`3 ${code}`])
    expect(daysOf(events).map(formatImport)).toEqual(['2026-08-01: 2=157 3=140'])
    expect(events.at(-1)).toMatchObject({ kind: 'finished', records: 3 })
  })

  test.each<[line: string, code: string, reason: string]>([
    [`${cups};01/08/2026;0;1;R`, 'hour_not_in_day', 'hours count from one'],
    [`${cups};01/08/2026;25;1;R`, 'hour_not_in_day', 'only October has twenty-five'],
    [`${cups};29/03/2026;24;1;R`, 'hour_not_in_day', 'March has twenty-three'],
    [`${cups};01/08/2026;x;1;R`, 'time_invalid', 'no hour'],
    [`${cups};31/09/2026;1;1;R`, 'date_invalid', 'September has thirty days'],
    [`${cups};01/08/2026;1;1.234,5;R`, 'number_invalid', 'thousands are not guessed at'],
    [`${cups};01/08/2026;1;1;X`, 'quality_unknown', 'neither real nor estimated'],
    [`${cups};01/08/2026`, 'line_broken', 'cut off'],
    [`${cups};01/08/2026;1;1;R;7`, 'line_broken', 'a field without a column'],
  ])('rejects %s in a CSV as %s: %s', async (line, code) => {
    const header = 'CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion'
    const march = Array.from({ length: 23 }, (_, hour) => `${cups};29/03/2026;${hour + 1};1;R`)
    const last = `${cups};30/03/2026;24;1;R`
    const events = await readEvents([header, ...march, last, line, `${cups};01/08/2026;2;0,157;R`].join('\n'))
    expect(refusalsOf(events)).toEqual([`26 ${code}`])
    expect(daysOf(events).map(formatImport)).toContain('2026-08-01: 2=157')
  })

  test('recognises the format despite a broken first line', async () => {
    expect(refusalsOf(await readEvents(`?\n${good}\n`))).toEqual(['1 line_broken'])
  })

  test('accepts a repeated line, also after the day is complete', async () => {
    const lines = Array.from({ length: 24 }, (_, hour) => `${cups};01/08/2026;${hour + 1};0,1;R`)
    const events = await readEvents(['CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion', ...lines, ...lines].join('\n'))
    expect(refusalsOf(events)).toEqual([])
    expect(daysOf(events)).toHaveLength(1)

    const contradicting = await readEvents(
      ['CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion', ...lines, `${cups};01/08/2026;1;0,2;R`].join('\n'),
    )
    expect(refusalsOf(contradicting)).toEqual(['26 interval_contradicted'])
  })
})

describe('an invalid file', () => {
  test.each<[content: string, code: string, reason: string]>([
    ['', 'file_empty', 'nothing in it'],
    ['Nombre;Apellido\nAna;García\n', 'format_unknown', 'another table'],
    [
      'CUPS;Fecha;Periodo;PotenciaMaxima_kW\nES123;01/01/2024;P1;4,6\n',
      'maximum_powers',
      'the file beside it in the portal',
    ],
    ['CUPS;Mes/Año;Periodo;kW\nES123;01/2024;P1;4,6\n', 'maximum_powers', 'the same of another portal'],
    ['Fecha;Hora;Consumo\n01/08/2026;1;0,1\n', 'cups_missing', 'whose is it?'],
    ['x'.repeat(70_000), 'line_too_long', 'no text'],
  ])('with the content %.40s is refused as %s: %s', async (content, code) => {
    const events = await readEvents(content)
    expect(events).toEqual([{ kind: 'refused', file: 'file', line: null, code }])
  })

  test('with nothing below its header is reported as such', async () => {
    const events = await readEvents('CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion\n')
    expect(refusalsOf(events)).toEqual(['no_records'])
  })

  test('is accepted without a CUPS if the caller provides one', async () => {
    const events = await readEvents('Fecha;Hora;Consumo\n01/08/2026;1;0,1\n', 'file', { cups })
    expect(daysOf(events)).toEqual([expect.objectContaining({ cups, importWh: hourly({ 1: 100 }) })])
  })
})

describe('values', () => {
  test.each<[source: string, validated: string, quality: string, reason: string]>([
    ['1', '1', 'R', 'read by remote management, validated'],
    ['3', '1', 'R', 'read by remote metering'],
    ['1', '0', 'P', 'read, not yet validated'],
    ['2', '1', 'E', 'adjusted by the distributor'],
    ['6', '0', 'E', 'profiled'],
  ])('of an F5D with source %s and validated %s are %s: %s', async (source, validated, quality) => {
    const events = await readEvents(`${cups};2026/08/01 01:00;1;189;;;;;;${source};${validated};TA;0;0\n`)
    expect(daysOf(events)[0]!.quality ?? 'R').toMatch(new RegExp(`^${quality}-*$`))
  })

  test.each<[bits: number, method: string, firm: string, quality: string, importWh: number | null, reason: string]>([
    [0, '1', '1', 'R', 20_000, 'good'],
    [0, '1', '0', 'P', 20_000, 'read, not yet firm'],
    [0, '7', '1', 'E', 20_000, 'calculated from the past'],
    [64, '1', '1', 'D', 20_000, 'the meter set its clock'],
    [128, '1', '1', 'R', null, 'the meter says that it is not valid'],
    [192, '1', '1', 'R', null, 'the same, and its clock'],
  ])('of a P1D with quality %i, method %s and firm %s are %s: %s %s', async (bits, method, firm, quality, importWh) => {
    const rest = '0.000;0;0.000;0;0.000;0;0.000;0;0.000;0;0.000;128;0.000;128'
    const events = await readEvents(`${cups};11;2026/08/01 01:00:00;1;20.000;${bits};${rest};${method};${firm}\n`)
    const [day] = daysOf(events)
    expect(day!.importWh[0]).toBe(importWh)
    expect(day!.quality ?? 'R').toMatch(new RegExp(`^${quality}-*$`))
  })

  test('are unmeasured in an empty field, which is not zero', async () => {
    const lines = [`${cups};2026/08/01 01:00;1;;;;;;;1;1;TA;0;0`, `${cups};2026/08/01 02:00;1;0;;;;;;2;1;TA;0;0`]
    const [day] = daysOf(await readEvents(lines.join('\n')))
    expect(day!.importWh.slice(0, 3)).toEqual([null, 0, null])
    expect(day!.quality).toBe(`-E${'-'.repeat(22)}`)
  })
})

describe('the days on which the clocks change', () => {
  const october = ['10/25 01:00;1', '10/25 02:00;1', '10/25 02:00;0', '10/25 03:00;0', '10/26 00:00;0']
  const march = ['03/29 01:00;0', '03/29 03:00;1', '03/29 04:00;1', '03/30 00:00;1']
  const f5d = (ends: string[]) => ends.map((end, at) => `${cups};2026/${end};${at + 1};;;;;;1;1;TA;0;0\n`).join('')

  test.each<[ends: string[], shown: string, hours: number, reason: string]>([
    [october, '2026-10-25: 1=1 2=2 3=3 4=4 25=5', 25, 'the flag tells the two 02:00 apart'],
    [october.toReversed(), '2026-10-25: 1=5 2=4 3=3 4=2 25=1', 25, 'also in a file that runs backwards'],
    [['10/25 03:00;1'], '2026-10-25: 3=1', 25, 'the instant of the change has two names'],
    [march, '2026-03-29: 1=1 2=2 3=3 23=4', 23, 'nothing ends at 02:00'],
    [['03/29 02:00;0'], '2026-03-29: 2=1', 23, 'or it does, by the old clock'],
  ])('have labels %j with %s of %i: %s', async (ends, shown, hours) => {
    const events = await readEvents(f5d(ends))
    expect(refusalsOf(events)).toEqual([])
    expect(daysOf(events).map(formatImport)).toEqual([shown])
    expect(daysOf(events)[0]!.importWh).toHaveLength(hours)
  })

  test.each<[end: string, code: string, reason: string]>([
    ['10/25 01:00;0', '2 season_wrong', 'winter has not begun'],
    ['10/25 04:00;1', '2 season_wrong', 'winter has begun'],
    ['03/29 02:00;1', '2 season_wrong', 'summer begins with 03:00'],
  ])('reject the end %s as %s: %s', async (end, refusal) => {
    expect(refusalsOf(await readEvents(f5d(['08/01 01:00;1', end])))).toEqual([refusal])
  })

  test('start after the midnight that ends the day before, also if date and time are one field', async () => {
    const ends = [
      '24 23:00',
      '25 00:00',
      '25 01:00',
      '25 02:00',
      '25 02:00',
      '25 03:00',
      '25 23:00',
      '26 00:00',
      '26 01:00',
    ]
    const lines = ends.map((end, at) => `${cups};2026/10/${end};0;${at + 1};0`)
    const days = daysOf(await readEvents(['CUPS;FECHA-HORA;INV / VER;CONSUMO Wh;GENERACION Wh', ...lines].join('\n')))
    expect(days.map(formatImport).toSorted()).toEqual([
      '2026-10-24: 23=1 24=2',
      '2026-10-25: 1=3 2=4 3=5 4=6 24=7 25=8',
      '2026-10-26: 1=9',
    ])
  })

  test('change an hour earlier in the Canary Islands', async () => {
    const events = await readEvents(f5d(['10/25 01:00;1', '10/25 01:00;0', '10/25 02:00;0']), 'file', {
      timeZoneOf: (asked) => (asked === cups ? 'Atlantic/Canary' : 'Europe/Madrid'),
    })
    expect(daysOf(events).map(formatImport)).toEqual(['2026-10-25: 1=1 2=2 3=3'])
  })

  test.each<[hours: string[], shown: string, reason: string]>([
    [Array.from({ length: 25 }, (_, hour) => `${hour + 1}`), '1=1 2=2 3=3 4=4 25=25', 'hour 25 closes the day'],
    [
      ['01:00', '02:00', '02:00', '03:00', '24:00'],
      '1=1 2=2 3=3 4=4 25=5',
      'of two equal labels the first is the earlier',
    ],
    [['24:00', '03:00', '02:00', '02:00', '01:00'], '1=5 2=4 3=3 4=2 25=1', 'newest first, the later'],
  ])('have labels %j without a season with %s: %s', async (hours, shown) => {
    const lines = hours.map((hour, at) => `${cups};25/10/2026;${hour};0,00${at + 1};R`.replace(/0,00(\d\d)/, '0,0$1'))
    const [day] = daysOf(await readEvents(['CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion', ...lines].join('\n')))
    expect(formatImport(day!).split(' ')).toEqual(expect.arrayContaining(['2026-10-25:', ...shown.split(' ')]))
    expect(day!.importWh).toHaveLength(25)
  })
})

describe('text files', () => {
  const header = 'CUPS;Fecha;Hora;Consumo (kWh);Método obtención'
  const record = `${cups};01/08/2026;1;0,167;Estimada`

  test.each<[reason: string, content: Uint8Array]>([
    ['in UTF-8', Buffer.from(`${header}\n${record}\n`)],
    ['in UTF-8 with a byte order mark and Windows line endings', Buffer.from(`\uFEFF${header}\r\n${record}\r\n`)],
    ['in ISO-8859-15, as distributors send them', Buffer.from(`${header}\n${record}\n`, 'latin1')],
    ['after empty lines, with trailing semicolons', Buffer.from(`\n\n${header};\n${record};\n`)],
    ['without a final line break', Buffer.from(`${header}\n${record}`)],
    ['with spaces around the fields', Buffer.from(`${header}\n${record.replaceAll(';', ' ; ')}\n`)],
  ])('are read %s', async (_reason, content) => {
    const [day] = daysOf(await readEvents(content))
    expect(day).toMatchObject({ cups, importWh: hourly({ 1: 167 }), quality: `E${'-'.repeat(23)}` })
  })

  test('of distributors may end their lines with a semicolon, with CRLF, with both or with neither', async () => {
    const record = `${cups};2026/08/01 01:00;1;189;7`
    for (const end of ['', ';', '\r\n', ';\r\n']) expect(refusalsOf(await readEvents(`${record}${end}`))).toEqual([])
  })

  test('of old Macs end their lines with only a carriage return', async () => {
    const record = `${cups};01/08/2026;1;0,1;R`
    const events = await readEvents(`CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion\r${record}\r`)
    expect(refusalsOf(events)).toEqual([])
    expect(daysOf(events)).toHaveLength(1)
    const windows = `CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion\r\n?\r\n${record}\r\n`
    for (const pieceBytes of [1, 2, 3, 7])
      expect(refusalsOf(await readEvents(windows, 'file', {}, pieceBytes))).toEqual(['2 line_broken'])
  })

  test('are read in chunks of any size', async () => {
    const lines = Array.from({ length: 24 }, (_, hour) => `${cups};01/08/2026;${hour + 1};0,${hour + 100};Estimada\r\n`)
    const content = `CUPS;Fecha;Hora;Consumo_kWh;Método obtención\r\n${lines.join('')}`
    const whole = await readEvents(content)
    expect(refusalsOf(whole)).toEqual([])
    for (const pieceBytes of [1, 7, 64]) expect(await readEvents(content, 'file', {}, pieceBytes)).toEqual(whole)
  })
})

test('emits days as soon as they are complete, not at the end of the file', async () => {
  const dayOf = (date: string) => Array.from({ length: 24 }, (_, hour) => `${cups};${date};${hour + 1};0,1;R`)
  const lines = [
    'CUPS;Fecha;Hora;Consumo_kWh;Metodo_obtencion',
    `${cups};31/07/2026;1;0,1;R`,
    ...dayOf('01/08/2026'),
    ...dayOf('02/08/2026'),
  ]
  const days = daysOf(await readEvents(lines.join('\n')))
  expect(days.map(({ day }) => day)).toEqual(['2026-08-01', '2026-08-02', '2026-07-31'])
})

test('emits a day in parts if a file has too many open days', async () => {
  const first = (hour: number) => `${cups};2026/08/01 0${hour}:00;1;${hour};\n`
  const others = Array.from(
    { length: 50_000 },
    (_, at) => `ES0031${String(at).padStart(12, '0')}AA;2026/08/01 01:00;1;1;\n`,
  )
  const days = daysOf(await readEvents([first(1), ...others, first(2)].join('')))
  expect(days.filter((day) => day.cups === cups).map(formatImport)).toEqual(['2026-08-01: 1=1', '2026-08-01: 2=2'])
  expect(days).toHaveLength(50_002)
})
