import { describe, expect, test } from 'vitest'
import type { LineKindName } from '../rules.ts'
import { csvLines } from './csv.ts'
import { lineKinds } from './line-kinds.ts'
import { readLines } from './read-lines.ts'
import type { ToldLine } from './take-lines.ts'

async function* pieces(text: string | Buffer, size = 7) {
  const bytes = Buffer.from(text as string)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

async function read(kind: LineKindName, text: string | Buffer): Promise<ToldLine[]> {
  const lines = []
  for await (const line of csvLines(lineKinds[kind], pieces(text))) lines.push(line)
  return lines
}

describe('a file of CSV', () => {
  test('names members in its first line, numbers and yes or no among them, and those of others within', async () => {
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

  test('has quotes within a field doubled, and one that does not close refuses its own line alone', async () => {
    const text = 'taxId,name\n1,"Bar ""El Pi"", SL"\n2,"Rosa\n3,Pau\n'
    expect(await read('customers', text)).toMatchObject([
      { line: 2, value: { name: 'Bar "El Pi", SL' } },
      { line: 3, refusal: { code: 'invalid', reason: { name: 'quotes_broken' } } },
      { line: 4, value: { name: 'Pau' } },
    ])
  })

  test('leaves codes of digits as they are, and what is no number to whoever reads the member', async () => {
    const [line] = await read('invoices', 'number,amountTotalCents,powerWatts\n0012,12.5.1,a 1\n')
    expect(line).toMatchObject({ value: { number: '0012', amountTotalCents: '12.5.1', powerWatts: ['a', 1] } })
  })

  test('has values of an hour that nobody knows', async () => {
    const [line] = await read('curves', 'cups,importWh\nES00,1 - 3\n')
    expect(line).toMatchObject({ value: { importWh: [1, null, 3] } })
  })

  test.each([
    ['fewer fields than members', 'taxId,name\n1\n', 'invalid'],
    ['other letters than UTF-8', Buffer.from('taxId,name\n1,Espa\xf1a\n', 'latin1'), 'not_text'],
    ['a line that is too long', `taxId,name\n1,${'x'.repeat(70_000)}\n`, 'line_too_long'],
  ])('refuses %s', async (_, text, code) => {
    expect(await read('customers', text)).toEqual([
      expect.objectContaining({ line: 2, refusal: expect.objectContaining({ code }) }),
    ])
  })

  test('may name a member as it likes, without doing harm', async () => {
    const [line] = await read('customers', '__proto__.isAdmin,name\ntrue,Rosa\n')
    expect(line).toMatchObject({ line: 2 })
    expect(({} as { isAdmin?: unknown }).isAdmin).toBeUndefined()
  })
})

describe('lines of a stream', () => {
  const cases: [reason: string, text: string, lines: [number, string | null][]][] = [
    [
      'each by its number',
      'a\nb\n',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'a last one without an end',
      'a\nb',
      [
        [1, 'a'],
        [2, 'b'],
      ],
    ],
    [
      'empty ones are counted',
      'a\n\n \r\nb\n',
      [
        [1, 'a'],
        [4, 'b'],
      ],
    ],
    [
      'one that is too long has no bytes, and the next is read',
      `a\n${'x'.repeat(20)}\nb`,
      [
        [1, 'a'],
        [2, null],
        [3, 'b'],
      ],
    ],
    ['a last one that is too long', 'x'.repeat(20), [[1, null]]],
    ['as long as it may be', 'x'.repeat(10), [[1, 'x'.repeat(10)]]],
    ['nothing', '', []],
  ]
  test.each(cases)('%s', async (_, text, expected) => {
    for (const size of [1, 3, 1_000]) {
      const lines: [number, string | null][] = []
      for await (const { line, bytes } of readLines(pieces(text, size), { longestBytes: 10 }))
        lines.push([line, bytes?.toString() ?? null])
      expect([size, lines]).toEqual([size, expected])
    }
  })
})
