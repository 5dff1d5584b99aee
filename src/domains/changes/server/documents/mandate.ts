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
        drawGroup(sheet, say('mandate.creditor'), [
          { label: say('mandate.reference'), value: asked.mandateReference },
          { label: say('mandate.creditorId'), value: sepaCreditorId(retailer.nif, retailer.sepaSuffix) },
          { label: say('mandate.creditorName'), value: retailer.name },
          { label: say('mandate.creditorAddress'), value: retailer.address },
        ])
        drawGroup(sheet, say('mandate.debtor'), [
          { label: say('mandate.debtorName'), value: holder.name },
          { label: say('mandate.debtorAddress'), value: holder.address },
          { label: say('mandate.iban'), value: ibanGroups(asked.iban).join('\u00a0') },
          { label: say('mandate.payment'), value: say('mandate.recurrent') },
        ])
        drawSection(sheet, say('mandate.order'))
        drawParagraph(sheet, say('mandate.words', { creditor: retailer.name }))
      },
      promise: say('mandate.promise', { name: contract.name }),
    },
    paper,
  )
}
