import { describe, expect, test } from 'vitest'
import type { LineKindName } from '../rules.ts'
import type { ParsedLine } from './import-lines.ts'
import { lineKinds } from './line-kinds.ts'
import { parseCsvLines } from './parse-csv-lines.ts'
import { readLines } from './read-lines.ts'

async function* pieces(text: string | Buffer, size = 7) {
  const bytes = Buffer.from(text as string)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(kind: LineKindName, text: string | Buffer): Promise<ParsedLine[]> {
  const lines = []
  for await (const line of parseCsvLines(lineKinds[kind], pieces(text))) lines.push(line)
  return lines
}

describe('a CSV file', () => {
  test('names its members in the first line, including numbers, booleans and nested members', async () => {
    const text = [
      'name;powerWatts;atrAvailable;payer.name;iban',
      'C-1;4600 4600;false;"Vidal; Rosa";ES80',
      'C-2;;TRUE;;',
    ].join('\r\n')
    expect(
      (await read('contracts', text)).map((line) => 'value' in line && JSON.parse(JSON.stringify(line.value))),
    ).toEqual([
      { name: 'C-1', powerWatts: [4600, 4600], atrAvailable: false, payer: { name: 'Vidal; Rosa' }, iban: 'ES80' },
      { name: 'C-2', atrAvailable: true },
    ])
  })

  test('doubles quotes within a field, and an unclosed one refuses only its own line', async () => {
    const text = 'taxId,name\n1,"Bar ""El Pi"", SL"\n2,"Rosa\n3,Pau\n'
    expect(await read('customers', text)).toMatchObject([
      { line: 2, value: { name: 'Bar "El Pi", SL' } },
      { line: 3, refusal: { code: 'invalid', reason: { name: 'quotes_broken' } } },
      { line: 4, value: { name: 'Pau' } },
    ])
  })

  test('keeps numeric codes as text, and leaves invalid numbers to the schema', async () => {
    const [line] = await read('invoices', 'number,amountTotalCents,powerWatts\n0012,12.5.1,a 1\n')
    expect(line).toMatchObject({ value: { number: '0012', amountTotalCents: '12.5.1', powerWatts: ['a', 1] } })
  })

  test('can have missing values in an hour', async () => {
    const [line] = await read('curves', 'cups,importWh\nES00,1 - 3\n')
    expect(line).toMatchObject({ value: { importWh: [1, null, 3] } })
  })

  test.each([
    ['fewer fields than members', 'taxId,name\n1\n', 'invalid'],
    ['an encoding other than UTF-8', Buffer.from('taxId,name\n1,Espa\xf1a\n', 'latin1'), 'not_text'],
    ['a line that is too long', `taxId,name\n1,${'x'.repeat(70_000)}\n`, 'line_too_long'],
  ])('with %s is refused', async (_, text, code) => {
    expect(await read('customers', text)).toEqual([
      expect.objectContaining({ line: 2, refusal: expect.objectContaining({ code }) }),
    ])
  })

  test('can use any member name safely', async () => {
    const [line] = await read('customers', '__proto__.isAdmin,name\ntrue,Rosa\n')
    expect(line).toMatchObject({ line: 2 })
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })
})

describe('lines of a stream', () => {
  const cases: [reason: string, text: string, lines: [number, string | null][]][] = [
    [
      'are returned with their numbers',
      'a\nb\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'include a last one without a line break',
      'a\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'include empty ones in the count',
      'a\n\n \r\nb\n',
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      'have no bytes where one is too long, and the next is read',
      `a\n${'x'.repeat(20)}\nb`,
      [
        [1, 'a'],
        [2, null],
        [3, 'b'],
      ],
    ],
    ['have no bytes where the last one is too long', 'x'.repeat(20), [[1, null]]],
    ['may have the maximum length', 'x'.repeat(10), [[1, 'x'.repeat(10)]]],
    ['nothing', '', []],
  ]
  test.each(cases)('%s', async (_, text, expected) => {
    for (const size of [1, 3, 1_000]) {
      const lines: [number, string | null][] = []
      for await (const { line, bytes } of readLines(pieces(text, size), { maxBytes: 10 }))
        lines.push([line, bytes?.toString() ?? null])
      expect([size, lines]).toEqual([size, expected])
    }
  })
})
