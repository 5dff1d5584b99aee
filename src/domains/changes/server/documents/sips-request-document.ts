import { drawParagraph, drawSection } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawRequest, type RequestDocumentContext, type RequestDocumentInput } from './request-document.ts'

/** Draws the request that the register of supply points releases no data of a contract. */
export function drawSipsRequest(document: RequestDocumentInput<null>, context: RequestDocumentContext) {
  const { contract } = document
  const { t, retailer } = context
  return drawRequest(
    document,
    {
      title: t('sips.title', { name: contract.name }),
      lead: t('sips.lead', { energy: contract.energy }),
      draw: (sheet) => {
        drawSection(sheet, t('sips.request'))
        drawParagraph(sheet, t('sips.text'))
        drawParagraph(sheet, t('sips.arrears'))
      },
      promise: t('sips.promise', {
        retailer: retailer.name,
        distributor: contract.supply.distributor ?? t('theDistributor'),
      }),
    },
    context,
  )
}
