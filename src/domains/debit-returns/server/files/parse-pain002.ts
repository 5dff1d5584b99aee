import type { MarketDay } from '#vocabulary/day.ts'
import type { BankFileProblemCode, ParsedBankFile, ReturnedDebit } from '../../rules.ts'
import { amountAt, dayAt, elementsAt, lineCounter, textAt, type XmlElement } from './bank-xml.ts'

const rejected = 'RJCT'

/**
 * Parses the rejected debits of a status report (pain.002, `CustomerPaymentStatusReport`). Where a whole group is
 * rejected without its debits, that is a problem which an operator has to look at, because none of them is named.
 */
export function parsePain002(document: XmlElement, xml: string): ParsedBankFile {
  const file: ParsedBankFile = { format: 'pain.002', returns: [], problems: [] }
  const lineOf = lineCounter(xml)
  const [report] = elementsAt(document, 'Document', 'CstmrPmtStsRpt')
  const reportedOn = dayAt(report, 'GrpHdr', 'CreDtTm')
  const groups = elementsAt(report, 'OrgnlPmtInfAndSts')
  for (const group of groups) {
    const debits = elementsAt(group, 'TxInfAndSts')
    for (const debit of debits.filter((each) => textAt(each, 'TxSts') === rejected)) {
      const line = lineOf(debit)
      const parsed = parseDebit(group, debit, reportedOn)
      if (typeof parsed === 'object') file.returns.push({ line, debit: parsed })
      else file.problems.push({ line, code: parsed, reference: textAt(debit, 'OrgnlEndToEndId') })
    }
    if (debits.length === 0 && textAt(group, 'PmtInfSts') === rejected)
      file.problems.push({ line: lineOf(group), code: 'all_rejected', reference: textAt(group, 'OrgnlPmtInfId') })
  }
  const [message] = elementsAt(report, 'OrgnlGrpInfAndSts')
  if (message && groups.length === 0 && textAt(message, 'GrpSts') === rejected)
    file.problems.push({ line: lineOf(message), code: 'all_rejected', reference: textAt(message, 'OrgnlMsgId') })
  return file
}

function parseDebit(
  group: XmlElement,
  debit: XmlElement,
  returnedOn: MarketDay | null,
): ReturnedDebit | BankFileProblemCode {
  const reasonCode = reasonOf(debit) ?? reasonOf(group)
  if (reasonCode === null) return 'reason_missing'
  if (returnedOn === null) return 'day_invalid'
  const [original] = elementsAt(debit, 'OrgnlTxRef')
  const amount = amountAt(original, 'Amt', 'InstdAmt') ?? amountAt(original, 'IntrBkSttlmAmt')
  if (amount === null || amount === 'other') return amount === null ? 'amount_invalid' : 'currency_invalid'
  return {
    endToEndId: textAt(debit, 'OrgnlEndToEndId'),
    mandateId: textAt(original, 'MndtRltdInf', 'MndtId'),
    iban: textAt(original, 'DbtrAcct', 'Id', 'IBAN'),
    amountCents: amount,
    reasonCode,
    collectedOn: dayAt(original, 'ReqdColltnDt'),
    returnedOn,
    debtorName: textAt(original, 'Dbtr', 'Nm') ?? textAt(original, 'Dbtr', 'Pty', 'Nm'),
    concept: textAt(original, 'RmtInf', 'Ustrd'),
  }
}

function reasonOf(element: XmlElement): string | null {
  return textAt(element, 'StsRsnInf', 'Rsn', 'Cd') ?? textAt(element, 'StsRsnInf', 'Rsn', 'Prtry')
}
