import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

/** A picture of a PDF: rows of pixels, from the top, with so many bits each. Those of one bit begin each row with a byte. */
export type PdfImage = {
  width: number
  height: number
  data: Uint8Array | Uint8ClampedArray
  bitsPerPixel: 1 | 24 | 32
}

/** A picture as PDF.js hands it over; of a stencil, through which a colour is painted, it does not tell the kind. */
type DecodedImage = { width: number; height: number; data?: PdfImage['data']; kind?: number }

/** Lists the pictures that a page shows, each once. Those that cannot be decoded are left out. */
export async function* listPdfImages(page: Page): AsyncGenerator<PdfImage> {
  const { OPS, ImageKind } = await getResolvedPDFJS()
  const bitsByKind = new Map<number | undefined, PdfImage['bitsPerPixel']>([
    [undefined, 1],
    [ImageKind.GRAYSCALE_1BPP, 1],
    [ImageKind.RGB_24BPP, 24],
    [ImageKind.RGBA_32BPP, 32],
  ])
  const paints = new Set<number>([OPS.paintImageXObject, OPS.paintImageMaskXObject, OPS.paintInlineImageXObject])
  const listed = new Set<unknown>()
  const { fnArray, argsArray } = await page.getOperatorList()
  for (const [index, operator] of fnArray.entries()) {
    if (!paints.has(operator)) continue
    const painted = nameOrImageOf(argsArray[index][0])
    if (listed.has(painted)) continue
    listed.add(painted)
    const image = typeof painted === 'string' ? await readImage(page, painted) : painted
    const bitsPerPixel = bitsByKind.get(image?.kind)
    if (image?.data && bitsPerPixel) yield { ...image, data: image.data, bitsPerPixel }
  }
}

/** Returns the name of a picture, or the picture itself where it stands within the page. */
function nameOrImageOf(argument: string | { data: string } | DecodedImage): string | DecodedImage {
  if (typeof argument === 'string') return argument
  return typeof argument.data === 'string' ? argument.data : (argument as DecodedImage)
}

function readImage(page: Page, name: string): Promise<DecodedImage | null> {
  // Pictures of several pages are kept by the document.
  const images = name.startsWith('g_') ? page.commonObjs : page.objs
  return new Promise((resolve) => images.get(name, resolve))
}
