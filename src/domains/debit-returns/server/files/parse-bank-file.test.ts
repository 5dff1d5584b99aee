import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { causeOfCode } from '../../return-reasons.ts'
import type { BankFileProblemCode, ParsedBankFile, ReturnedDebit } from '../../rules.ts'
import { writeCamt054, writeNorma19, writePain002, writeRecord } from './bank-file-testing.ts'
import { parseBankFile } from './parse-bank-file.ts'
import { recordLength } from './parse-norma19.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const parse = (text: string) => parseBankFile(bytes(text)) as ParsedBankFile

/** Text as banks write it, within a length. */
const bankText = (maxLength: number) =>
  fc.stringMatching(new RegExp(`^[A-Za-z0-9/?:().,'+&<> -]{1,${maxLength}}$`)).map((text) => text.trim() || 'X')
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 4 })
const day = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2027-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const debit: fc.Arbitrary<ReturnedDebit> = fc.record({
  endToEndId: orNull(bankText(35)),
  mandateId: orNull(bankText(35)),
  iban: orNull(fc.constantFrom('ES9121000418450200051332', 'DE89370400440532013000')),
  amountCents: fc.integer({ min: 1, max: 99_999_999 }),
  reasonCode: fc.constantFrom(...Object.keys(causeOfCode)),
  collectedOn: orNull(day),
  returnedOn: day,
  debtorName: orNull(bankText(70)),
  concept: orNull(bankText(140)),
})
/** Debits of one file, which has one day. */
const debits = fc
  .array(debit, { minLength: 1, maxLength: 8 })
  .map((all) => all.map((each) => ({ ...each, returnedOn: all[0]!.returnedOn })))

const writers = { 'camt.054': writeCamt054, 'pain.002': writePain002, norma19: writeNorma19 }

describe.each(Object.entries(writers))('%s', (format, write) => {
  test('every returned debit is read as it was written', () => {
    fc.assert(
      fc.property(debits, (written) => {
        const file = parse(write(written))
        expect(file.format).toBe(format)
        expect(file.problems).toEqual([])
        expect(file.returns.map((each) => each.debit)).toEqual(written)
      }),
    )
  })

  test('a file that was cut off or damaged never breaks the parser, and gives no return that was not in it', () => {
    fc.assert(
      fc.property(debits, fc.nat(), fc.nat(255), (written, at, byte) => {
        const whole = bytes(write(written))
        const cut = whole.slice(0, at % whole.length)
        const damaged = Uint8Array.from(whole, (each, index) => (index === at % whole.length ? byte : each))
        for (const broken of [cut, damaged]) {
          const file = parseBankFile(broken)
          if ('returns' in file) expect(file.returns.length).toBeLessThanOrEqual(written.length)
        }
        // What was cut off before its end has no returns: a part of a file is never taken for all of it.
        const short = parseBankFile(whole.slice(0, Math.min(at % whole.length, whole.length - recordLength)))
        expect('returns' in short ? short.returns : []).toEqual([])
      }),
    )
  })

  test('random bytes are no file of a bank', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000 }), (noise) => {
        expect(parseBankFile(noise)).toHaveProperty('problem')
      }),
    )
  })
})

const one: ReturnedDebit = {
  ...{ endToEndId: 'FE2600123', mandateId: 'C-100', iban: 'ES9121000418450200051332', amountCents: 4_569 },
  ...{
    reasonCode: 'AM04',
    collectedOn: '2026-11-20',
    returnedOn: '2026-11-24',
    debtorName: 'BIEL',
    concept: 'FE2600123',
  },
}
const other = { ...one, endToEndId: 'FE2600124', amountCents: 1_200 }

describe('what cannot be read is reported with its line, and the rest is read', () => {
  test.each<[string, string, BankFileProblemCode, number, number]>([
    [
      'camt.054 without a reason',
      writeCamt054([one, other]).replace('<Rsn><Cd>AM04</Cd></Rsn>', ''),
      'reason_missing',
      10,
      1,
    ],
    ['camt.054 in dollars', writeCamt054([one]).replaceAll('Ccy="EUR">45', 'Ccy="USD">45'), 'currency_invalid', 10, 0],
    [
      'camt.054 without a day',
      writeCamt054([one]).replaceAll('2026-11-24</Dt>', '2026-11-31</Dt>'),
      'day_invalid',
      10,
      0,
    ],
    ['pain.002 with an amount of nothing', writePain002([one, other]).replace('45.69', '0.00'), 'amount_invalid', 8, 1],
    ['pain.002 with a part of a cent', writePain002([one]).replace('45.69', '45.691'), 'amount_invalid', 8, 0],
    [
      'pain.002 that rejects all without naming them',
      writePain002([]).replace(/<TxInfAndSts>.*<\/TxInfAndSts>/s, '<PmtInfSts>RJCT</PmtInfSts>'),
      'all_rejected',
      6,
      0,
    ],
    ['Norma 19 without a reason', writeNorma19([one, other]).replace('AM04', '    '), 'reason_missing', 3, 1],
    [
      'Norma 19 with letters for an amount',
      writeNorma19([one, other]).replace('00000004569', '0000000456O'),
      'amount_invalid',
      3,
      1,
    ],
    ['Norma 19 with a short record', writeNorma19([one, other]).replace(/(\n23.{300}).*/, '$1'), 'record_length', 3, 1],
    ['Norma 19 with a record of another book', writeNorma19([one]).replace('\n24', '\n54'), 'record_unknown', 4, 1],
    [
      'Norma 19 with something after its end',
      `${writeNorma19([one])}\n${writeRecord('23', {})}`,
      'record_unknown',
      7,
      1,
    ],
    ['Norma 19 without its end', writeNorma19([one]).replace(/\r\n99.*/, ''), 'incomplete', 5, 0],
    ['Norma 19 with another sum', writeNorma19([one]).replace('00000004569', '00000004560'), 'totals_differ', 6, 0],
    [
      'Norma 19 with a record too few',
      writeNorma19([one, other]).replace(/\n23[^\n]*FE2600124[^\n]*/, ''),
      'totals_differ',
      6,
      0,
    ],
    ['Norma 19 without its day', writeNorma19([one]).replaceAll('20261124', '20261131'), 'day_invalid', 3, 0],
  ])('%s', (_, text, code, line, read) => {
    const file = parse(text)
    expect(file.problems[0]).toMatchObject({ code, line })
    expect(file.returns).toHaveLength(read)
  })

  test.each([
    ['nothing', '', 'unknown_format'],
    ['a table', 'a;b\n1;2', 'unknown_format'],
    ['Norma 19 of another version', '2119144001', 'unknown_format'],
    ['XML of another kind', '<Document><Other/></Document>', 'unknown_format'],
    ['broken XML', '<Document><BkToCstmrDbtCdtNtfctn>', 'not_xml'],
    ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><Document/>', 'not_xml'],
    ['an order of debits', writeRecord('01', {}), 'unknown_format'],
  ])('%s', (_, text, problem) => expect(parseBankFile(bytes(text))).toEqual({ problem }))

  test('a file in the encoding of Western European banks', () => {
    const text = writeNorma19([{ ...one, debtorName: 'NURIA MUÑOZ' }])
    const file = parseBankFile(Buffer.from(text, 'latin1')) as ParsedBankFile
    expect(file.returns[0]?.debit.debtorName).toBe('NURIA MUÑOZ')
  })
})

test('Norma 19 of debits rejected before their collection has its day in the header, and that of the file', () => {
  const text = [
    writeRecord('11', { createdOn: '20261120' }),
    writeRecord('12', { blockDay: '20261124' }),
    writeRecord('13', { endToEndId: 'FE2600123', amount: '00000004569', reason: 'AC01' }),
    writeRecord('14', {}),
    writeRecord('15', {}),
    `99${'4569'.padStart(17, '0')}${'1'.padStart(8, '0')}`,
  ].join('\n')
  expect(parse(text).returns[0]?.debit).toMatchObject({
    ...{ endToEndId: 'FE2600123', reasonCode: 'AC01', returnedOn: '2026-11-20', collectedOn: '2026-11-24' },
  })
})

test('the fields are where a record of a bank has them (Cuaderno 19.14, annex IV)', () => {
  const record = [
    '2319143003',
    'FE2600123'.padEnd(35),
    'M-0048213'.padEnd(35),
    'RCURTRAD',
    '00000012100',
    '20091031',
    'CCRIES2AXXX',
    'COANNA, COOP. V.'.padEnd(70),
    'CAMINO HONDO, 1'.padEnd(50),
    '46820'.padEnd(50),
    ''.padEnd(40),
    'ES1',
    'IF46024493'.padEnd(36),
    'F46024493'.padEnd(35),
    'A',
    'ES1830820134930330000488'.padEnd(34),
    'TRAD',
    'FACTURA: M-3300478'.padEnd(140),
    'MD01',
    '20131230',
    ''.padEnd(7),
  ].join('')
  expect(record).toHaveLength(recordLength)
  const text = [
    writeRecord('21', { createdOn: '20140103' }),
    writeRecord('22', { blockDay: '20140102' }),
    record,
    `99${'12100'.padStart(17, '0')}${'1'.padStart(8, '0')}`,
  ].join('\r\n')
  expect(parse(text).returns).toEqual([
    {
      line: 3,
      debit: {
        ...{ endToEndId: 'FE2600123', mandateId: 'M-0048213', iban: 'ES1830820134930330000488', amountCents: 12_100 },
        ...{ reasonCode: 'MD01', collectedOn: '2013-12-30', returnedOn: '2014-01-02' },
        ...{ debtorName: 'COANNA, COOP. V.', concept: 'FACTURA: M-3300478' },
      },
    },
  ])
})
