import type { Weight } from './fonts.ts'

/** The page in points, A4, and the room that its edges keep free. */
export const page = { width: 595.28, height: 841.89, left: 48, right: 48, top: 76, bottom: 62 } as const

/** The width of the text between the margins, in points. */
export const measure = page.width - page.left - page.right

/** The colours of the portal in its light mode that do not follow from the brand, as they are printed. */
export const inks = {
  text: '#151e1b',
  second: '#49524f',
  note: '#606865',
  line: '#dfe0dc',
  edge: '#757d78',
  well: '#f8f8f5',
  negative: '#b01e25',
} as const

/**
 * What a document takes from the retailer. Colours are `#rrggbb` and have the roles of the portal's tokens: `plate` with
 * `onPlate` as its only text colour and `plateShape` for shapes drawn on it, `brandEdge` for bars of money.
 */
export type PaperBrand = {
  name: string
  /** PNG or JPEG; without one the steps stand in. */
  logo: Buffer | null
  plate: string
  onPlate: string
  plateShape: string
  brandEdge: string
  brandText: string
  brandTint: string
}

/** How a piece of text is set; sizes in points, `leading` and `tracking` in ems. */
export type Voice = {
  weight: Weight
  sizePoints: number
  leading: number
  tracking: number
  color: string
  /** Figures of equal width, for columns and identifiers. */
  tabular: boolean
}

const text = { weight: 'regular', leading: 1.45, tracking: 0, color: inks.text, tabular: false } as const

export const voices = {
  figure: { ...text, weight: 'semibold', sizePoints: 40, leading: 1.15, tracking: -0.022 },
  title: { ...text, weight: 'semibold', sizePoints: 20, leading: 1.22, tracking: -0.022 },
  section: { ...text, weight: 'semibold', sizePoints: 13, leading: 1.25, tracking: -0.012 },
  part: { ...text, weight: 'semibold', sizePoints: 10, leading: 1.35 },
  lead: { ...text, sizePoints: 10.5 },
  body: { ...text, sizePoints: 9.5 },
  fact: { ...text, weight: 'medium', sizePoints: 9.5, tabular: true },
  label: { ...text, sizePoints: 8.5, color: inks.second },
  head: { ...text, weight: 'semibold', sizePoints: 8.5, color: inks.second },
  cell: { ...text, sizePoints: 9, tabular: true },
  strongCell: { ...text, weight: 'semibold', sizePoints: 9, tabular: true },
  compactCell: { ...text, sizePoints: 8, leading: 1.4, tabular: true },
  strongCompactCell: { ...text, weight: 'semibold', sizePoints: 8, leading: 1.4, tabular: true },
  note: { ...text, sizePoints: 8, leading: 1.4, color: inks.note },
} as const satisfies Record<string, Voice>
