import type { Settings } from '#domains/operator/settings.ts'
import { brandOnPaper } from '#kit/server/pdf/brand.ts'
import { drawFacts } from '#kit/server/pdf/facts.ts'
import { drawMasthead } from '#kit/server/pdf/masthead.ts'
import { closeSheet, openSheet, skip } from '#kit/server/pdf/sheet.ts'
import { drawParagraph, drawTitle } from '#kit/server/pdf/text.ts'
import { cupsGroups } from '#vocabulary/cups.ts'
import { formatDay } from '#vocabulary/format.ts'
import type { DemoHolder, DemoPaper, DemoSupply } from '../cast/demo-holder.ts'
import { paperWords } from './paper-words.ts'

/** The retailer's name and look. */
export type Retailer = Pick<Settings, 'organization' | 'brand'>

/** Draws a paper that a holder has signed, as a tagged PDF in the holder's language. */
export function drawPaper(
  { kind, createdOn }: DemoPaper,
  { holder, supply, retailer }: { holder: DemoHolder; supply: DemoSupply; retailer: Retailer },
): Promise<Buffer> {
  const { name } = retailer.organization
  const words = paperWords[holder.locale]
  const { title, text } = words.papers[kind]
  const sheet = openSheet({
    language: holder.locale,
    title,
    subject: supply.contract,
    brand: brandOnPaper({ name, color: retailer.brand.color, logo: null }),
    createdAt: new Date(createdOn),
    footer: name,
    labelPage: (number, count) => words.page(number, count),
  })
  drawMasthead(sheet)
  drawTitle(sheet, title)
  skip(sheet, 8)
  drawParagraph(sheet, text)
  skip(sheet, 12)
  drawFacts(
    sheet,
    [
      { label: words.holder, value: `${holder.name} · ${holder.taxId}` },
      { label: words.contract, value: supply.contract },
      { label: 'CUPS', value: cupsGroups(supply.cups).join('\u00a0') },
      { label: words.supply, value: `${supply.place.street}, ${supply.place.city}` },
      { label: words.signedBy, value: holder.name },
      { label: words.signedOn, value: formatDay(createdOn, holder.locale) },
    ],
    2,
  )
  return closeSheet(sheet)
}
