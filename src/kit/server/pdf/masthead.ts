import { pageLayout, textStyles } from './page-layout.ts'
import type { PdfDocument } from './pdf-document.ts'
import { drawElement } from './tags.ts'
import { drawTextLine } from './text-layout.ts'

const top = 32
const markSize = 24
const logoBox = { width: 160, height: 28 }

/** Draws the retailer's logo or name at the top of the first page. */
export function drawMasthead(pdf: PdfDocument) {
  if (pdf.brand.logo) drawLogo(pdf, pdf.brand.logo)
  else drawMark(pdf)
  pdf.y = top + logoBox.height + 12
}

function drawLogo(pdf: PdfDocument, logo: Buffer) {
  const right = pageLayout.left + logoBox.width
  drawElement(
    pdf,
    pdf.root,
    'Figure',
    () => pdf.doc.image(logo, pageLayout.left, top, { fit: [logoBox.width, logoBox.height], valign: 'center' }),
    { alt: pdf.brand.name, placement: 'Block', bbox: [pageLayout.left, top, right, top + logoBox.height] },
  )
}

/** Draws the portal's step symbol with the retailer's name beside it, for a retailer without a logo. */
function drawMark(pdf: PdfDocument) {
  const { doc, brand } = pdf
  const y = top + (logoBox.height - markSize) / 2
  drawElement(pdf, pdf.root, 'P', () => {
    doc
      .save()
      .translate(pageLayout.left, y)
      .scale(markSize / 28)
    doc.roundedRect(0, 0, 28, 28, 7).fill(brand.brandText)
    doc.path('M5 22v-5h4.5v-5H14V7h4.5v5H23v10z').fill('#ffffff')
    doc.restore()
    drawTextLine(pdf, brand.name, { x: pageLayout.left + markSize + 9, y: y + 3.5, style: textStyles.section })
  })
}
