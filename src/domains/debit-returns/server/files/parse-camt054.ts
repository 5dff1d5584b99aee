import type { BankFileProblemCode, ParsedBankFile, ReturnedDebit } from '../../rules.ts'
import { amountAt, dayAt, elementsAt, lineCounter, textAt, type XmlElement } from './bank-xml.ts'

/**
 * Parses the returned debits of a notice of movements (camt.054, `BankToCustomerDebitCreditNotification`): the details
 * with information about a return (`RtrInf`). Other movements are none of ours and are passed over.
 */
export function parseCamt054(document: XmlElement, xml: string): ParsedBankFile {
  const file: ParsedBankFile = { format: 'camt.054', returns: [], problems: [] }
  const lineOf = lineCounter(xml)
  for (const entry of elementsAt(document, 'Document', 'BkToCstmrDbtCdtNtfctn', 'Ntfctn', 'Ntry'))
    for (const details of elementsAt(entry, 'NtryDtls', 'TxDtls').filter(isReturn)) {
      const line = lineOf(details)
      const parsed = parseDetails(entry, details)
      if (typeof parsed === 'object') file.returns.push({ line, debit: parsed })
      else file.problems.push({ line, code: parsed, reference: textAt(details, 'Refs', 'EndToEndId') })
    }
  return file
}

function isReturn(details: XmlElement): boolean {
  return details.RtrInf !== undefined
}

function parseDetails(entry: XmlElement, details: XmlElement): ReturnedDebit | BankFileProblemCode {
  const reasonCode = textAt(details, 'RtrInf', 'Rsn', 'Cd') ?? textAt(details, 'RtrInf', 'Rsn', 'Prtry')
  if (reasonCode === null) return 'reason_missing'
  const amount = amountOf(entry, details)
  if (amount === null || amount === 'other') return amount === null ? 'amount_invalid' : 'currency_invalid'
  const returnedOn = dayAt(entry, 'BookgDt', 'Dt') ?? dayAt(entry, 'BookgDt', 'DtTm')
  if (returnedOn === null) return 'day_invalid'
  const debtor = elementsAt(details, 'RltdPties', 'Dbtr')[0]
  return {
    endToEndId: textAt(details, 'Refs', 'EndToEndId'),
    mandateId: textAt(details, 'Refs', 'MndtId'),
    iban: textAt(details, 'RltdPties', 'DbtrAcct', 'Id', 'IBAN'),
    amountCents: amount,
    reasonCode,
    collectedOn: dayAt(details, 'RltdDts', 'IntrBkSttlmDt'),
    returnedOn,
    debtorName: textAt(debtor, 'Nm') ?? textAt(debtor, 'Pty', 'Nm'),
    concept: textAt(details, 'RmtInf', 'Ustrd'),
  }
}

/**
 * Returns what was debited originally, which is what is owed again; the amount of the movement may have the costs of the
 * return in it. An entry with one return may state its amount for it.
 */
function amountOf(entry: XmlElement, details: XmlElement) {
  const isAlone = elementsAt(entry, 'NtryDtls', 'TxDtls').length === 1
  return (
    amountAt(details, 'AmtDtls', 'InstdAmt', 'Amt') ??
    amountAt(details, 'AmtDtls', 'TxAmt', 'Amt') ??
    amountAt(details, 'Amt') ??
    (isAlone ? amountAt(entry, 'Amt') : null)
  )
}
