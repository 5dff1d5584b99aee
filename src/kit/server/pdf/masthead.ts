import { page, voices } from './paper.ts'
import type { Sheet } from './sheet.ts'
import { drawElement } from './tags.ts'
import { setLine } from './type.ts'

const top = 32
const markSize = 24
const logoBox = { width: 160, height: 28 }

/** Draws whose document this is at the top of its first page. */
export function drawMasthead(sheet: Sheet) {
  if (sheet.brand.logo) drawLogo(sheet, sheet.brand.logo)
  else drawMark(sheet)
  sheet.y = top + logoBox.height + 12
}

function drawLogo(sheet: Sheet, logo: Buffer) {
  const right = page.left + logoBox.width
  drawElement(
    sheet,
    sheet.root,
    'Figure',
    () => sheet.doc.image(logo, page.left, top, { fit: [logoBox.width, logoBox.height], valign: 'center' }),
    { alt: sheet.brand.name, placement: 'Block', bbox: [page.left, top, right, top + logoBox.height] },
  )
}

/** The steps of the portal with the name beside them, for a retailer that has stored no logo. */
function drawMark(sheet: Sheet) {
  const { doc, brand } = sheet
  const y = top + (logoBox.height - markSize) / 2
  drawElement(sheet, sheet.root, 'P', () => {
    doc
      .save()
      .translate(page.left, y)
      .scale(markSize / 28)
    doc.roundedRect(0, 0, 28, 28, 7).fill(brand.brandText)
    doc.path('M5 22v-5h4.5v-5H14V7h4.5v5H23v10z').fill('#ffffff')
    doc.restore()
    setLine(sheet, brand.name, { x: page.left + markSize + 9, y: y + 3.5, voice: voices.section })
  })
}
