import { colors, contentWidth, pageLayout, type TextStyle, textStyles } from './page-layout.ts'
import { ensureSpace, type PdfDocument } from './pdf-document.ts'
import { drawRule } from './rule.ts'
import { drawArtifact, drawElement, openElement } from './tags.ts'
import { drawTextBlock, drawTextLine, fitStyle, heightOf, lineHeight, widthOf } from './text-layout.ts'

export type Column = {
  head: string
  /** The width of the column relative to the shares of the others. */
  share: number
  /** Numbers are aligned on the right and never wrap; names are aligned on the left and may wrap. */
  align?: 'left' | 'right'
}

export type Row = {
  cells: readonly string[]
  /** `group` names the rows below it, `total` sums the rows above it. */
  kind?: 'group' | 'total'
  /** How many rows below stay on the same page, so that no row is left alone there. */
  keepWithRows?: number
  /** How many points of content below stay on the same page. */
  keepWithPoints?: number
}

/** `compact` is for tables of very many rows. */
export type TableDensity = 'normal' | 'compact'

/** A table that is being written row by row, over as many pages as it needs. */
export type OpenTable = {
  readonly pdf: PdfDocument
  readonly density: TableDensity
  readonly columns: readonly PositionedColumn[]
  readonly element: PDFKit.PDFStructureElement
  readonly body: PDFKit.PDFStructureElement
}

type PositionedColumn = Column & { x: number; width: number }

const columnGap = 12

const densityStyles = {
  normal: { cell: textStyles.cell, strong: textStyles.strongCell, head: textStyles.head, padding: 4 },
  compact: {
    cell: textStyles.compactCell,
    strong: textStyles.strongCompactCell,
    head: textStyles.strongCompactCell,
    padding: 2.5,
  },
} as const satisfies Record<TableDensity, { cell: TextStyle; strong: TextStyle; head: TextStyle; padding: number }>

type TableOptions = {
  density?: TableDensity
  /** The height of the content below the table, in points: the last rows move to the next page together with it. */
  pointsBelow?: number
}

// The number of rows that move along, so that the content below is not alone on its page.
const rowsKeptTogether = 3

/** Draws a whole table, keeping a group with a row below it and a total with a row above it. */
export function drawTable(
  pdf: PdfDocument,
  columns: readonly Column[],
  rows: readonly Row[],
  { density, pointsBelow = 0 }: TableOptions = {},
) {
  const table = openTable(pdf, columns, density)
  for (const [index, row] of rows.entries()) {
    const keepWithPoints = index >= rows.length - rowsKeptTogether ? pointsBelow : 0
    const keepWithRows = keepWithPoints ? rows.length - 1 - index : countBoundRows(rows, index)
    drawRow(table, { ...row, keepWithRows, keepWithPoints })
  }
  closeTable(table)
}

/**
 * Returns `compact` where that makes a table of single-line rows, with the content below it, fit on the current page.
 */
export function chooseDensity(pdf: PdfDocument, rowCount: number, pointsBelow: number): TableDensity {
  const room = pageLayout.height - pageLayout.bottom - pdf.y - pointsBelow
  const needed = (density: TableDensity) => (rowCount + 1) * minRowHeight(density)
  return needed('normal') > room && needed('compact') <= room ? 'compact' : 'normal'
}

function countBoundRows(rows: readonly Row[], index: number): number {
  const isBound = rows[index]!.kind === 'group' || rows[index + 1]?.kind === 'total'
  return isBound && index + 1 < rows.length ? 1 + countBoundRows(rows, index + 1) : 0
}

/** Opens a table with its head, which is repeated at the top of every page that it reaches. */
export function openTable(pdf: PdfDocument, columns: readonly Column[], density: TableDensity = 'normal'): OpenTable {
  const element = openElement(pdf, pdf.root, 'Table')
  const head = openElement(pdf, element, 'THead')
  const body = openElement(pdf, element, 'TBody')
  const table = { pdf, density, columns: layOutColumns(columns), element, body }

  const heads = headsOf(table)
  ensureSpace(pdf, heads.height + 2 * minRowHeight(density))
  const row = openElement(pdf, head, 'TR')
  drawCells(table, heads, (_, draw) => drawElement(pdf, row, 'TH', draw, { scope: 'Column' }))
  head.end()
  drawRule(pdf, colors.edge)
  return table
}

/** Draws the next row. The first cell is the row header. */
export function drawRow(table: OpenTable, { cells, kind, keepWithRows = 0, keepWithPoints = 0 }: Row) {
  const { pdf, density, body } = table
  const layout = layOutRow(table, cells, kind ? densityStyles[density].strong : densityStyles[density].cell)
  if (ensureSpace(pdf, layout.height + keepWithRows * minRowHeight(density) + keepWithPoints)) repeatHeads(table)

  if (kind === 'total') drawRule(pdf, colors.edge)
  const row = openElement(pdf, body, 'TR')
  drawCells(table, layout, (index, draw) => {
    if (index === 0) drawElement(pdf, row, 'TH', draw, { scope: 'Row' })
    else drawElement(pdf, row, 'TD', draw)
  })
  row.end()
  drawRule(pdf, colors.line)
}

export function closeTable({ element }: OpenTable) {
  element.end()
}

function layOutColumns(columns: readonly Column[]): PositionedColumn[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const room = contentWidth - columnGap * (columns.length - 1)
  let x: number = pageLayout.left
  return columns.map((column) => {
    const positioned = { ...column, x, width: (room * column.share) / shares }
    x += positioned.width + columnGap
    return positioned
  })
}

/** Repeats the head as an artifact: it is read aloud only once, above the first row. */
function repeatHeads(table: OpenTable) {
  drawArtifact(table.pdf, 'Pagination', () => drawCells(table, headsOf(table), (_, draw) => draw()))
  drawRule(table.pdf, colors.edge)
}

function headsOf(table: OpenTable): RowLayout {
  const heads = table.columns.map(({ head }) => head)
  return layOutRow(table, heads, densityStyles[table.density].head)
}

/** The cells of a row before they are drawn: `breaks` where one is wider than its column. */
type RowLayout = { cells: { text: string; breaks: boolean }[]; style: TextStyle; height: number }

function layOutRow({ pdf, columns, density }: OpenTable, texts: readonly string[], style: TextStyle): RowLayout {
  let textHeight = lineHeight(style)
  const cells = columns.map(({ align, width }, index) => {
    const text = texts[index] ?? ''
    const breaks = align !== 'right' && widthOf(pdf, text, style) > width
    if (breaks) textHeight = Math.max(textHeight, heightOf(pdf, text, style, width))
    return { text, breaks }
  })
  return { cells, style, height: textHeight + 2 * densityStyles[density].padding }
}

function drawCells(
  { pdf, columns, density }: OpenTable,
  { cells, style, height }: RowLayout,
  mark: (index: number, draw: () => void) => void,
) {
  const y = pdf.y + densityStyles[density].padding
  for (const [index, { x, width, align }] of columns.entries()) {
    const { text, breaks } = cells[index]!
    mark(index, () => {
      if (align === 'right')
        drawTextLine(pdf, text, { x: x + width, y, style: fitStyle(pdf, text, style, width), align })
      else if (breaks) drawTextBlock(pdf, text, { x, y, style, width })
      else drawTextLine(pdf, text, { x, y, style })
    })
  }
  pdf.y += height
}

function minRowHeight(density: TableDensity): number {
  const { cell, padding } = densityStyles[density]
  return lineHeight(cell) + 2 * padding
}
