import type { ReturnedDebit } from '../../rules.ts'
import { fields, recordLength } from './parse-norma19.ts'

/** Writes a text as XML content. */
function xmlOf(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function element(name: string, text: string | null): string {
  return text === null ? '' : `<${name}>${xmlOf(text)}</${name}>`
}

const euros = (cents: number) => (cents / 100).toFixed(2)
const accountXml = (iban: string | null) => (iban === null ? '' : `<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct>`)

/** Writes a camt.054 of returned debits, with a credit between them that is none of them. */
export function writeCamt054(debits: readonly ReturnedDebit[]): string {
  const entries = debits.map(
    (debit) => `
      <Ntry><Amt Ccy="EUR">${euros(debit.amountCents)}</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts>
        <BookgDt><Dt>${debit.returnedOn}</Dt></BookgDt>
        <NtryDtls><TxDtls>
          <Refs>${element('EndToEndId', debit.endToEndId)}${element('MndtId', debit.mandateId)}</Refs>
          <AmtDtls><TxAmt><Amt Ccy="EUR">${euros(debit.amountCents)}</Amt></TxAmt></AmtDtls>
          <RltdPties>${debit.debtorName === null ? '' : `<Dbtr>${element('Nm', debit.debtorName)}</Dbtr>`}${accountXml(debit.iban)}</RltdPties>
          ${debit.concept === null ? '' : `<RmtInf>${element('Ustrd', debit.concept)}</RmtInf>`}
          ${debit.collectedOn === null ? '' : `<RltdDts>${element('IntrBkSttlmDt', debit.collectedOn)}</RltdDts>`}
          <RtrInf><Rsn>${element('Cd', debit.reasonCode)}</Rsn></RtrInf>
        </TxDtls></NtryDtls>
      </Ntry>`,
  )
  const credit = `
      <Ntry><Amt Ccy="EUR">10.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-24</Dt></BookgDt>
        <NtryDtls><TxDtls><Refs><EndToEndId>OTHER</EndToEndId></Refs></TxDtls></NtryDtls></Ntry>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.02">
  <BkToCstmrDbtCdtNtfctn>
    <GrpHdr><MsgId>1</MsgId><CreDtTm>2026-11-24T08:00:00</CreDtTm></GrpHdr>
    <Ntfctn><Id>1</Id>${credit}${entries.join('')}
    </Ntfctn>
  </BkToCstmrDbtCdtNtfctn>
</Document>`
}

/** Writes a pain.002 of rejected debits, all reported on the day of the first, with an accepted one between them. */
export function writePain002(debits: readonly ReturnedDebit[]): string {
  const transactions = debits.map(
    (debit) => `
      <TxInfAndSts>
        ${element('OrgnlEndToEndId', debit.endToEndId)}<TxSts>RJCT</TxSts>
        <StsRsnInf><Rsn>${element('Cd', debit.reasonCode)}</Rsn></StsRsnInf>
        <OrgnlTxRef>
          <Amt><InstdAmt Ccy="EUR">${euros(debit.amountCents)}</InstdAmt></Amt>
          ${element('ReqdColltnDt', debit.collectedOn)}
          <MndtRltdInf>${element('MndtId', debit.mandateId)}</MndtRltdInf>
          ${debit.concept === null ? '' : `<RmtInf>${element('Ustrd', debit.concept)}</RmtInf>`}
          ${debit.debtorName === null ? '' : `<Dbtr>${element('Nm', debit.debtorName)}</Dbtr>`}${accountXml(debit.iban)}
        </OrgnlTxRef>
      </TxInfAndSts>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.03">
  <CstmrPmtStsRpt>
    <GrpHdr><MsgId>1</MsgId><CreDtTm>${debits[0]?.returnedOn ?? '2026-11-24'}T08:00:00</CreDtTm></GrpHdr>
    <OrgnlGrpInfAndSts><OrgnlMsgId>R1</OrgnlMsgId><GrpSts>PART</GrpSts></OrgnlGrpInfAndSts>
    <OrgnlPmtInfAndSts><OrgnlPmtInfId>R1-1</OrgnlPmtInfId>
      <TxInfAndSts><OrgnlEndToEndId>OTHER</OrgnlEndToEndId><TxSts>ACSP</TxSts></TxInfAndSts>${transactions.join('')}
    </OrgnlPmtInfAndSts>
  </CstmrPmtStsRpt>
</Document>`
}

/** Writes a record of a Norma 19 file: its code and version, and fields by name. */
export function writeRecord(code: string, texts: { [Name in keyof typeof fields]?: string }): string {
  const characters = Array.from({ length: recordLength }, () => ' ')
  const put = (text: string, [first]: readonly [number, number]) =>
    characters.splice(first - 1, text.length, ...text.split(''))
  put(`${code}19143`, [1, 7])
  for (const [name, text] of Object.entries(texts)) put(text, fields[name as keyof typeof fields])
  return characters.join('')
}

const digitsOf = (day: string | null) => (day ?? '').replaceAll('-', '')

/** Writes a Norma 19 file of returned debits, all of the day of the first. */
export function writeNorma19(debits: readonly ReturnedDebit[]): string {
  const amount = debits.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const end = writeRecord('99', {}).split('')
  end.splice(2, 25, ...`${String(amount).padStart(17, '0')}${String(debits.length).padStart(8, '0')}`.split(''))
  return [
    writeRecord('21', { createdOn: digitsOf(debits[0]?.returnedOn ?? '2026-11-24') }),
    writeRecord('22', { blockDay: digitsOf(debits[0]?.returnedOn ?? '2026-11-24') }),
    ...debits.map((debit) =>
      writeRecord('23', {
        endToEndId: debit.endToEndId ?? '',
        mandateId: debit.mandateId ?? '',
        amount: String(debit.amountCents).padStart(11, '0'),
        debtorName: debit.debtorName ?? '',
        ...(debit.iban === null ? {} : { accountKind: 'A', account: debit.iban }),
        concept: debit.concept ?? '',
        reason: debit.reasonCode,
        collectedOn: digitsOf(debit.collectedOn),
      }),
    ),
    writeRecord('24', {}),
    writeRecord('25', {}),
    end.join(''),
  ].join('\r\n')
}
