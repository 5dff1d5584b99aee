import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { sumCents } from '#vocabulary/money.ts'
import type { BankFileProblem, BankFileProblemCode, ParsedBankFile, ReturnedDebit } from '../../rules.ts'

/** The length of every record. */
export const recordLength = 600

/**
 * The fields of the records by their first and last position, from 1 (AEB and CECA, Cuaderno 19.14 Adeudos Directos
 * SEPA, annexes III and IV). The bank sends the orders back with the reason after the concept.
 */
export const fields = {
  code: [1, 2],
  createdOn: [116, 123],
  /** In the header of a creditor: the day of the collection of rejections, of the return of returns. */
  blockDay: [46, 53],
  endToEndId: [11, 45],
  mandateId: [46, 80],
  amount: [89, 99],
  debtorName: [119, 188],
  accountKind: [403, 403],
  account: [404, 437],
  concept: [442, 581],
  reason: [582, 585],
  /** Of returns only. */
  collectedOn: [586, 593],
  totalAmount: [3, 19],
  totalCount: [20, 27],
} as const satisfies Record<string, readonly [number, number]>

/** The records: rejections before the collection begin with 1, returns after it with 2. */
const recordKinds: Record<string, 'presenter' | 'creditor' | 'debit' | 'total' | 'end'> = Object.fromEntries([
  ...['11', '21'].map((code) => [code, 'presenter']),
  ...['12', '22'].map((code) => [code, 'creditor']),
  ...['13', '23'].map((code) => [code, 'debit']),
  ...['14', '15', '24', '25'].map((code) => [code, 'total']),
  ['99', 'end'],
])

/**
 * Checks by its first record whether a text is a file of returns in these formats: of consumers (19.14, 19.15) or
 * companies (19.44, 19.45), each with the rest of its number by 7.
 */
export function isNorma19(text: string): boolean {
  return /^(?:11|21)(?:19143|19154|19445|19456)/.test(text)
}

/** Checks whether a record is of a debit that came back after its collection, and not of one rejected before it. */
function isReturn(record: string): boolean {
  return field(record, 'code').startsWith('2')
}

type Header = { returnedOn: MarketDay | null; collectedOn: MarketDay | null }

/** Parses a file of returns. A file that is cut off, or whose sums are not those of its end, has no returns at all. */
export function parseNorma19(text: string): ParsedBankFile {
  const file: ParsedBankFile = { format: 'norma19', returns: [], problems: [] }
  const header: Header = { returnedOn: null, collectedOn: null }
  const lines = text.split(/\r\n|\n|\r/)
  let end: { line: number; amountCents: number; count: number } | null = null
  let debits = 0
  for (const [index, record] of lines.entries()) {
    if (record.trim() === '') continue
    const line = index + 1
    const add = (code: BankFileProblemCode, reference: string | null = null) =>
      file.problems.push({ line, code, reference })
    const kind = recordKinds[field(record, 'code')]
    if (end || !kind) {
      add('record_unknown')
      continue
    }
    if (record.length > recordLength || (kind === 'debit' && record.length < fields.reason[0])) {
      add('record_length', kind === 'debit' ? field(record, 'endToEndId') : null)
      if (kind === 'debit') debits++
      continue
    }
    if (kind === 'presenter') header.returnedOn = dayOf(field(record, 'createdOn'))
    if (kind === 'creditor') {
      const day = dayOf(field(record, 'blockDay'))
      if (isReturn(record)) header.returnedOn = day
      else header.collectedOn = day
    }
    if (kind === 'end')
      end = { line, amountCents: Number(field(record, 'totalAmount')), count: Number(field(record, 'totalCount')) }
    if (kind === 'debit') {
      debits++
      const parsed = parseDebit(record, header)
      if (typeof parsed === 'object') file.returns.push({ line, debit: parsed })
      else add(parsed, field(record, 'endToEndId') || null)
    }
  }
  return refuseIncomplete(file, { end, debits, lines: lines.length })
}

function parseDebit(record: string, { returnedOn, collectedOn }: Header): ReturnedDebit | BankFileProblemCode {
  const amount = field(record, 'amount')
  if (!/^\d+$/.test(amount) || Number(amount) === 0) return 'amount_invalid'
  const reasonCode = field(record, 'reason')
  if (!/^[A-Z]{2,4}\d{0,2}$/.test(reasonCode)) return 'reason_missing'
  if (returnedOn === null) return 'day_invalid'
  const textOf = (name: keyof typeof fields) => field(record, name) || null
  return {
    endToEndId: textOf('endToEndId'),
    mandateId: textOf('mandateId'),
    iban: field(record, 'accountKind') === 'A' ? textOf('account') : null,
    amountCents: Number(amount),
    reasonCode,
    collectedOn: isReturn(record) ? dayOf(field(record, 'collectedOn')) : collectedOn,
    returnedOn,
    debtorName: textOf('debtorName'),
    concept: textOf('concept'),
  }
}

type FileEnd = { end: { line: number; amountCents: number; count: number } | null; debits: number; lines: number }

function refuseIncomplete(file: ParsedBankFile, { end, debits, lines }: FileEnd): ParsedBankFile {
  const refuse = (problem: Omit<BankFileProblem, 'reference'>): ParsedBankFile => ({
    ...file,
    returns: [],
    problems: [...file.problems, { ...problem, reference: null }],
  })
  if (!end) return refuse({ line: lines, code: 'incomplete' })
  const areAllRead = file.returns.length === debits
  const amountCents = sumCents(file.returns.map(({ debit }) => debit.amountCents))
  const differs = end.count !== debits || (areAllRead && end.amountCents !== amountCents)
  return differs ? refuse({ line: end.line, code: 'totals_differ' }) : file
}

function field(record: string, name: keyof typeof fields): string {
  const [first, last] = fields[name]
  return record.slice(first - 1, last).trim()
}

function dayOf(digits: string): MarketDay | null {
  const day = digits.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3')
  return isMarketDay(day) ? day : null
}
