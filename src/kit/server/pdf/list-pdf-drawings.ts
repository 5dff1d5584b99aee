import { type getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import type { PdfImage } from './list-pdf-images.ts'
import { listPdfShapes, type PdfShape, type Polygon } from './list-pdf-shapes.ts'
import { paintShapes } from './paint-shapes.ts'

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof getDocumentProxy>>['getPage']>>

// Lengths are in points, 1/72 inch.
/** A module of a code, a run of them or one of its corners is smaller than this. */
const maxPartSide = 40
/** Parts that lie as near belong together. */
const cellSide = 6
const minDrawingSide = 20
/** A code is a square, and decoration of its corners changes little of that. */
const maxAspect = 1.2
/** The smallest code has more runs of dark modules, even where neighbouring ones are one outline. */
const minParts = 30
/** More of them are a map or a text in outlines. */
const maxParts = 30_000
const sidePixels = 800

/**
 * Lists what a page draws of many small shapes within a square, as pictures: a QR code that is no picture is drawn so. Text
 * is left out.
 */
export async function* listPdfDrawings(page: Page): AsyncGenerator<PdfImage> {
  const { OPS } = await getResolvedPDFJS()
  const shapes = listPdfShapes(await page.getOperatorList(), OPS)
  const parts = shapes.flatMap(({ polygons }) => polygons.map(boxOf)).filter((box) => sideOf(box) <= maxPartSide)
  if (parts.length > maxParts) return
  for (const cluster of clusterBoxes(parts)) {
    const box = cluster.reduce(joinBoxes)
    if (cluster.length >= minParts && isSquare(box)) yield paintBox(shapes, box)
  }
}

type Box = { left: number; bottom: number; right: number; top: number }

function boxOf(polygon: Polygon): Box {
  const box = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
  for (const [x, y] of polygon) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.bottom = Math.min(box.bottom, y)
    box.top = Math.max(box.top, y)
  }
  return box
}

function joinBoxes(one: Box, other: Box): Box {
  return {
    left: Math.min(one.left, other.left),
    bottom: Math.min(one.bottom, other.bottom),
    right: Math.max(one.right, other.right),
    top: Math.max(one.top, other.top),
  }
}

function sideOf({ left, bottom, right, top }: Box): number {
  return Math.max(right - left, top - bottom)
}

function isSquare(box: Box): boolean {
  const [width, height] = [box.right - box.left, box.top - box.bottom]
  return Math.min(width, height) >= minDrawingSide && Math.max(width, height) <= Math.min(width, height) * maxAspect
}

/** Groups boxes that touch the same cell of a grid, or neighbouring ones. */
function clusterBoxes(boxes: readonly Box[]): Box[][] {
  const byCell = new Map<string, Box[]>()
  for (const box of boxes)
    for (const cell of cellsOf(box)) {
      const own = byCell.get(cell)
      if (own) own.push(box)
      else byCell.set(cell, [box])
    }
  const clusters: Box[][] = []
  const visited = new Set<string>()
  for (const start of byCell.keys()) {
    if (visited.has(start)) continue
    visited.add(start)
    const cluster = new Set<Box>()
    for (const open = [start]; open.length > 0; ) {
      const cell = open.pop()!
      for (const box of byCell.get(cell)!) cluster.add(box)
      for (const neighbour of neighboursOf(cell)) {
        if (!byCell.has(neighbour) || visited.has(neighbour)) continue
        visited.add(neighbour)
        open.push(neighbour)
      }
    }
    clusters.push([...cluster])
  }
  return clusters
}

function cellsOf({ left, bottom, right, top }: Box): string[] {
  const cells: string[] = []
  for (let x = Math.floor(left / cellSide); x <= Math.floor(right / cellSide); x++)
    for (let y = Math.floor(bottom / cellSide); y <= Math.floor(top / cellSide); y++) cells.push(`${x} ${y}`)
  return cells
}

function neighboursOf(cell: string): string[] {
  const [column, row] = cell.split(' ').map(Number) as [number, number]
  return [-1, 0, 1].flatMap((x) => [-1, 0, 1].map((y) => `${column + x} ${row + y}`))
}

/** Paints what lies within a box. A page measures from below, a picture from above. */
function paintBox(shapes: readonly PdfShape[], box: Box): PdfImage {
  const scale = sidePixels / sideOf(box)
  const size = { width: Math.ceil((box.right - box.left) * scale), height: Math.ceil((box.top - box.bottom) * scale) }
  const placed = shapes.map((shape) => ({
    ...shape,
    polygons: shape.polygons.map((polygon) =>
      polygon.map(([x, y]): [number, number] => [(x - box.left) * scale, (box.top - y) * scale]),
    ),
  }))
  return paintShapes(placed, size)
}
