import type { Fact } from '#kit/server/pdf/facts.ts'
import { drawParagraph, drawSection } from '#kit/server/pdf/text.ts'
import { ibanGroups } from '#vocabulary/iban.ts'
import { sepaCreditorId } from '#vocabulary/sepa.ts'
import { type DocumentOf, drawGroup, drawRequest, type RequestPaper } from './request-sheet.ts'

type AskedAccount = { iban: string; mandateReference: string }

/** The order of direct debit by which an account pays a contract: a SEPA core mandate with the words of its rulebook. */
export function drawMandate(document: DocumentOf<AskedAccount>, paper: RequestPaper) {
  const { contract, asked } = document
  const { say, retailer } = paper
  const { holder } = contract
  return drawRequest(
    document,
    {
      title: say('mandate.title'),
      lead: say('mandate.lead', { name: contract.name, retailer: retailer.name }),
      draw: (sheet) => {
        drawGroup(sheet, say('mandate.creditor'), creditorFacts(asked.mandateReference, paper))
        drawGroup(sheet, say('mandate.debtor'), debtorFacts({ holder, iban: asked.iban }, paper))
        drawSection(sheet, say('mandate.order'))
        drawParagraph(sheet, say('mandate.words', { creditor: retailer.name }))
      },
      promise: say('mandate.promise', { name: contract.name }),
    },
    paper,
  )
}

type MandatePaper = Pick<RequestPaper, 'say' | 'retailer'>

/** Who may draw the money, and by which order. */
export function creditorFacts(reference: string, { say, retailer }: MandatePaper): Fact[] {
  return [
    { label: say('mandate.reference'), value: reference },
    { label: say('mandate.creditorId'), value: sepaCreditorId(retailer.nif, retailer.sepaSuffix) },
    { label: say('mandate.creditorName'), value: retailer.name },
    { label: say('mandate.creditorAddress'), value: retailer.address },
  ]
}

/** Whose money it is, and from which account. */
export function debtorFacts(
  { holder, iban }: { holder: { name: string; address: string }; iban: string },
  { say }: Pick<MandatePaper, 'say'>,
): Fact[] {
  return [
    { label: say('mandate.debtorName'), value: holder.name },
    { label: say('mandate.debtorAddress'), value: holder.address },
    { label: say('mandate.iban'), value: ibanGroups(iban).join('\u00a0') },
    { label: say('mandate.payment'), value: say('mandate.recurrent') },
  ]
}
