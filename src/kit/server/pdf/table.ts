import { inks, measure, page, type Voice, voices } from './paper.ts'
import { drawRule } from './rule.ts'
import { makeRoom, type Sheet } from './sheet.ts'
import { artifact, drawElement, openElement } from './tags.ts'
import { heightOf, lineHeight, setBlock, setLine, widthOf } from './type.ts'

export type Column = {
  head: string
  /** The part of the width that the column takes, against the shares of the others. */
  share: number
  /** Numbers stand on the right and never break; names stand on the left and may. */
  align?: 'left' | 'right'
}

export type Row = {
  cells: readonly string[]
  /** `group` names the rows below it, `total` closes what is above. */
  kind?: 'group' | 'total'
  /** How many rows below stay on the same page, so that none of them is lonely there. */
  keepsRows?: number
  /** How many points below these do as well. */
  keepsPoints?: number
}

/** `compact` is for tables of very many rows. */
export type Density = 'normal' | 'compact'

/** A table that is being written row by row, over as many pages as it takes. */
export type OpenTable = {
  readonly sheet: Sheet
  readonly density: Density
  readonly columns: readonly PlacedColumn[]
  readonly element: PDFKit.PDFStructureElement
  readonly body: PDFKit.PDFStructureElement
}

type PlacedColumn = Column & { x: number; width: number }

const columnGap = 12

const looks = {
  normal: { cell: voices.cell, strong: voices.strongCell, head: voices.head, padding: 4 },
  compact: { cell: voices.compactCell, strong: voices.strongCompactCell, head: voices.strongCompactCell, padding: 2.5 },
} as const satisfies Record<Density, { cell: Voice; strong: Voice; head: Voice; padding: number }>

type TableOptions = {
  density?: Density
  /** What is drawn below, in points: the last rows go along with it where it needs another page. */
  pointsBelow?: number
}

// So many rows go along, so that what stands below is not alone on its page.
const rowsAlong = 3

/** Writes a table whole, no group without a row below it and no total without one above. */
export function drawTable(
  sheet: Sheet,
  columns: readonly Column[],
  rows: readonly Row[],
  { density, pointsBelow = 0 }: TableOptions = {},
) {
  const table = openTable(sheet, columns, density)
  for (const [index, row] of rows.entries()) {
    const keepsPoints = index >= rows.length - rowsAlong ? pointsBelow : 0
    const keepsRows = keepsPoints ? rows.length - 1 - index : rowsKept(rows, index)
    drawRow(table, { ...row, keepsRows, keepsPoints })
  }
  closeTable(table)
}

/** `compact` where it brings a table of rows of one line, with what stands below, onto the page that is open. */
export function fittingDensity(sheet: Sheet, rowCount: number, pointsBelow: number): Density {
  const room = page.height - page.bottom - sheet.y - pointsBelow
  const needed = (density: Density) => (rowCount + 1) * lowestRow(density)
  return needed('normal') > room && needed('compact') <= room ? 'compact' : 'normal'
}

function rowsKept(rows: readonly Row[], index: number): number {
  const isBound = rows[index]!.kind === 'group' || rows[index + 1]?.kind === 'total'
  return isBound && index + 1 < rows.length ? 1 + rowsKept(rows, index + 1) : 0
}

/** Opens a table with its heads, which are repeated at the top of every page that it reaches. */
export function openTable(sheet: Sheet, columns: readonly Column[], density: Density = 'normal'): OpenTable {
  const element = openElement(sheet, sheet.root, 'Table')
  const head = openElement(sheet, element, 'THead')
  const body = openElement(sheet, element, 'TBody')
  const table = { sheet, density, columns: place(columns), element, body }

  const heads = headsOf(table)
  makeRoom(sheet, heads.height + 2 * lowestRow(density))
  const row = openElement(sheet, head, 'TR')
  setCells(table, heads, (_, draw) => drawElement(sheet, row, 'TH', draw, { scope: 'Column' }))
  head.end()
  drawRule(sheet, inks.edge)
  return table
}

/** Writes the next row; the first cell is the name of the row. */
export function drawRow(table: OpenTable, { cells, kind, keepsRows = 0, keepsPoints = 0 }: Row) {
  const { sheet, density, body } = table
  const laid = lay(table, cells, kind ? looks[density].strong : looks[density].cell)
  if (makeRoom(sheet, laid.height + keepsRows * lowestRow(density) + keepsPoints)) repeatHeads(table)

  if (kind === 'total') drawRule(sheet, inks.edge)
  const row = openElement(sheet, body, 'TR')
  setCells(table, laid, (index, draw) => {
    if (index === 0) drawElement(sheet, row, 'TH', draw, { scope: 'Row' })
    else drawElement(sheet, row, 'TD', draw)
  })
  row.end()
  drawRule(sheet, inks.line)
}

export function closeTable({ element }: OpenTable) {
  element.end()
}

function place(columns: readonly Column[]): PlacedColumn[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const room = measure - columnGap * (columns.length - 1)
  let x: number = page.left
  return columns.map((column) => {
    const placed = { ...column, x, width: (room * column.share) / shares }
    x += placed.width + columnGap
    return placed
  })
}

/** To whoever listens, the heads were read once, above the first row. */
function repeatHeads(table: OpenTable) {
  artifact(table.sheet, 'Pagination', () => setCells(table, headsOf(table), (_, draw) => draw()))
  drawRule(table.sheet, inks.edge)
}

function headsOf(table: OpenTable): LaidRow {
  const heads = table.columns.map(({ head }) => head)
  return lay(table, heads, looks[table.density].head)
}

/** The cells of a row before they are drawn: `breaks` where one is wider than its column. */
type LaidRow = { cells: { text: string; breaks: boolean }[]; voice: Voice; height: number }

function lay({ sheet, columns, density }: OpenTable, texts: readonly string[], voice: Voice): LaidRow {
  let textHeight = lineHeight(voice)
  const cells = columns.map(({ align, width }, index) => {
    const text = texts[index] ?? ''
    const breaks = align !== 'right' && widthOf(sheet, text, voice) > width
    if (breaks) textHeight = Math.max(textHeight, heightOf(sheet, text, voice, width))
    return { text, breaks }
  })
  return { cells, voice, height: textHeight + 2 * looks[density].padding }
}

function setCells(
  { sheet, columns, density }: OpenTable,
  { cells, voice, height }: LaidRow,
  mark: (index: number, draw: () => void) => void,
) {
  const y = sheet.y + looks[density].padding
  for (const [index, { x, width, align }] of columns.entries()) {
    const { text, breaks } = cells[index]!
    mark(index, () => {
      if (align === 'right') setLine(sheet, text, { x: x + width, y, voice, align })
      else if (breaks) setBlock(sheet, text, { x, y, voice, width })
      else setLine(sheet, text, { x, y, voice })
    })
  }
  sheet.y += height
}

function lowestRow(density: Density): number {
  const { cell, padding } = looks[density]
  return lineHeight(cell) + 2 * padding
}
