import type { Weight } from './fonts.ts'

/** The A4 page in points, with its margins. */
export const pageLayout = { width: 595.28, height: 841.89, left: 48, right: 48, top: 76, bottom: 62 } as const

/** The width of the text between the margins, in points. */
export const contentWidth = pageLayout.width - pageLayout.left - pageLayout.right

/** The colours of the portal's light mode that do not depend on the brand, as printed. */
export const colors = {
  text: '#151e1b',
  secondary: '#49524f',
  note: '#606865',
  line: '#dfe0dc',
  edge: '#757d78',
  well: '#f8f8f5',
  negative: '#b01e25',
} as const

/**
 * The retailer's part of a document's design. Colours are `#rrggbb` and have the roles of the portal's tokens: `card`
 * with `onCard` as its only text colour and `cardShape` for shapes drawn on it, `brandEdge` for bars of money on paper, and
 * `brandMiddle` for bars on a ground that may be light or dark.
 */
export type DocumentBrand = {
  name: string
  /** PNG or JPEG; null to draw the step symbol instead. */
  logo: Buffer | null
  card: string
  onCard: string
  cardShape: string
  brandEdge: string
  brandMiddle: string
  brandText: string
  brandTint: string
}

/** How a text is set; sizes in points, `leading` and `tracking` in ems. */
export type TextStyle = {
  weight: Weight
  sizePoints: number
  leading: number
  tracking: number
  color: string
  /** Figures of equal width, for columns and identifiers. */
  tabular: boolean
}

const baseStyle = { weight: 'regular', leading: 1.45, tracking: 0, color: colors.text, tabular: false } as const

export const textStyles = {
  figure: { ...baseStyle, weight: 'semibold', sizePoints: 40, leading: 1.15, tracking: -0.022 },
  title: { ...baseStyle, weight: 'semibold', sizePoints: 20, leading: 1.22, tracking: -0.022 },
  section: { ...baseStyle, weight: 'semibold', sizePoints: 13, leading: 1.25, tracking: -0.012 },
  subsection: { ...baseStyle, weight: 'semibold', sizePoints: 10, leading: 1.35 },
  lead: { ...baseStyle, sizePoints: 10.5 },
  body: { ...baseStyle, sizePoints: 9.5 },
  value: { ...baseStyle, weight: 'medium', sizePoints: 9.5, tabular: true },
  label: { ...baseStyle, sizePoints: 8.5, color: colors.secondary },
  head: { ...baseStyle, weight: 'semibold', sizePoints: 8.5, color: colors.secondary },
  cell: { ...baseStyle, sizePoints: 9, tabular: true },
  strongCell: { ...baseStyle, weight: 'semibold', sizePoints: 9, tabular: true },
  compactCell: { ...baseStyle, sizePoints: 8, leading: 1.4, tabular: true },
  strongCompactCell: { ...baseStyle, weight: 'semibold', sizePoints: 8, leading: 1.4, tabular: true },
  note: { ...baseStyle, sizePoints: 8, leading: 1.4, color: colors.note },
} as const satisfies Record<string, TextStyle>
