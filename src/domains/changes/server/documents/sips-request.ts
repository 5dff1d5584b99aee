import { drawParagraph, drawSection } from '#kit/server/pdf/text.ts'
import { type DocumentOf, drawRequest, type RequestPaper } from './request-sheet.ts'

/** The request that the register of supply points releases nothing of a contract. */
export function drawSipsRequest(document: DocumentOf<null>, paper: RequestPaper) {
  const { contract } = document
  const { say, retailer } = paper
  return drawRequest(
    document,
    {
      title: say('sips.title', { name: contract.name }),
      lead: say('sips.lead'),
      draw: (sheet) => {
        drawSection(sheet, say('sips.request'))
        drawParagraph(sheet, say('sips.words'))
      },
      promise: say('sips.promise', {
        retailer: retailer.name,
        distributor: contract.supply.distributor ?? say('theDistributor'),
      }),
    },
    paper,
  )
}
