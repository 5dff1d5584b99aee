import type { LabelledValue } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawSection } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { splitIban } from '#vocabulary/iban-display.ts'
import { buildSepaCreditorId } from '#vocabulary/sepa.ts'
import { drawGroup, drawRequest, type RequestDocumentContext, type RequestDocumentInput } from './request-document.ts'

type RequestedAccount = { iban: string; mandateReference: string }

/**
 * Draws the direct debit order by which an account pays a contract: a SEPA core mandate with the wording of the
 * rulebook.
 */
export function drawMandate(document: RequestDocumentInput<RequestedAccount>, context: RequestDocumentContext) {
  const { contract, requested } = document
  const { t, retailer } = context
  const { holder } = contract
  return drawRequest(
    document,
    {
      title: t('mandate.title'),
      lead: t('mandate.lead', { name: contract.name, retailer: retailer.name }),
      draw: (sheet) => {
        drawGroup(sheet, t('mandate.creditor'), creditorFacts(requested.mandateReference, context))
        drawGroup(sheet, t('mandate.debtor'), debtorFacts({ holder, iban: requested.iban }, context))
        drawSection(sheet, t('mandate.order'))
        drawParagraph(sheet, t('mandate.text', { creditor: retailer.name }))
      },
      promise: t('mandate.promise', { name: contract.name }),
    },
    context,
  )
}

type MandateContext = Pick<RequestDocumentContext, 't' | 'retailer'>

/** Returns the creditor and the mandate reference as facts. */
export function creditorFacts(reference: string, { t, retailer }: MandateContext): LabelledValue[] {
  return [
    { label: t('mandate.reference'), value: reference },
    { label: t('mandate.creditorId'), value: buildSepaCreditorId(retailer.nif, retailer.sepaSuffix) },
    { label: t('mandate.creditorName'), value: retailer.name },
    { label: t('mandate.creditorAddress'), value: retailer.address },
  ]
}

/** Returns the debtor and the account as facts. */
export function debtorFacts(
  { holder, iban }: { holder: { name: string; address: string }; iban: string },
  { t }: Pick<MandateContext, 't'>,
): LabelledValue[] {
  return [
    { label: t('mandate.debtorName'), value: holder.name },
    { label: t('mandate.debtorAddress'), value: holder.address },
    { label: t('mandate.iban'), value: splitIban(iban).join('\u00a0') },
    { label: t('mandate.payment'), value: t('mandate.recurrent') },
  ]
}
