import type { Settings } from '#domains/retailer/settings.ts'
import { deriveDocumentBrand } from '#kit/server/pdf/brand.ts'
import { drawDescriptionList } from '#kit/server/pdf/description-list.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/headings-and-paragraphs.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { addSpace, closePdfDocument, openPdfDocument } from '#kit/server/pdf/pdf-document.ts'
import { formatDay } from '#vocabulary/format.ts'
import { splitCups } from '#vocabulary/split-cups.ts'
import type { DemoDocument, DemoHolder, DemoSupply } from '../customers/demo-holder.ts'
import { documentTexts } from './document-texts.ts'

/** The retailer's name and branding. */
export type DemoRetailer = Pick<Settings, 'organization' | 'brand' | 'care'>

/** Draws a document signed by a holder as a tagged PDF in the holder's language. */
export function drawDemoDocument(
  { kind, createdOn }: DemoDocument,
  { holder, supply, retailer }: { holder: DemoHolder; supply: DemoSupply; retailer: DemoRetailer },
): Promise<Buffer> {
  const { name } = retailer.organization
  const labels = documentTexts[holder.locale]
  const { title, text } = labels.documents[kind]
  const pdf = openPdfDocument({
    language: holder.locale,
    title,
    subject: supply.contract,
    brand: deriveDocumentBrand({ name, color: retailer.brand.color, logo: null }),
    createdAt: new Date(createdOn),
    footer: name,
    labelPage: (number, count) => labels.page(number, count),
  })
  drawMasthead(pdf)
  drawTitle(pdf, title)
  addSpace(pdf, 8)
  drawParagraph(pdf, text)
  addSpace(pdf, 12)
  drawDescriptionList(
    pdf,
    [
      { label: labels.holder, value: `${holder.name} · ${holder.taxId}` },
      { label: labels.contract, value: supply.contract },
      { label: 'CUPS', value: splitCups(supply.cups).join('\u00a0') },
      { label: labels.supply, value: `${supply.address.street}, ${supply.address.city}` },
      { label: labels.signedBy, value: holder.name },
      { label: labels.signedOn, value: formatDay(createdOn, holder.locale) },
    ],
    2,
  )
  return closePdfDocument(pdf)
}
