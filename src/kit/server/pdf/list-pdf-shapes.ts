/** The corners of an outline, which is closed. */
export type Polygon = [x: number, y: number][]

/** What a page paints at once, in points of the page from below, or in pixels of a picture from above. */
export type PdfShape = { polygons: Polygon[]; isDark: boolean; isEvenOdd: boolean }

/** The operators of a page as PDF.js lists them, and their numbers by name. */
type PageOperators = { fnArray: readonly number[]; argsArray: readonly unknown[] }
type OperatorNumbers = Readonly<Record<string, number>>

/** `[a, b, c, d, e, f]`: a point becomes `(a x + c y + e, b x + d y + f)`. */
type Matrix = readonly [number, number, number, number, number, number]

type GraphicsState = { matrix: Matrix; isFillDark: boolean; isStrokeDark: boolean; lineWidth: number }

/** Lists what a page fills and strokes, in the order of painting, later shapes over earlier ones. Text and pictures are left out. */
export function listPdfShapes({ fnArray, argsArray }: PageOperators, OPS: OperatorNumbers): PdfShape[] {
  const names = new Map(Object.entries(OPS).map(([name, number]) => [number, name]))
  const shapes: PdfShape[] = []
  const saved: GraphicsState[] = []
  let state: GraphicsState = { matrix: [1, 0, 0, 1, 0, 0], isFillDark: true, isStrokeDark: true, lineWidth: 1 }
  for (const [index, operator] of fnArray.entries()) {
    const operands = (argsArray[index] ?? []) as readonly unknown[]
    switch (names.get(operator)) {
      case 'save':
        saved.push(state)
        break
      case 'paintFormXObjectBegin':
        saved.push(state)
        if (operands[0]) state = { ...state, matrix: multiply(state.matrix, operands[0] as Matrix) }
        break
      case 'restore':
      case 'paintFormXObjectEnd':
        state = saved.pop() ?? state
        break
      case 'transform':
        state = { ...state, matrix: multiply(state.matrix, operands as unknown as Matrix) }
        break
      case 'setLineWidth':
        state = { ...state, lineWidth: Number(operands[0]) }
        break
      case 'setFillRGBColor':
        state = { ...state, isFillDark: isDark(operands[0]) }
        break
      case 'setStrokeRGBColor':
        state = { ...state, isStrokeDark: isDark(operands[0]) }
        break
      case 'constructPath': {
        const [paint, [path]] = operands as [number, [Float32Array | null]]
        if (path) shapes.push(...paintPath(readSubpaths(path), names.get(paint), state))
        break
      }
    }
  }
  return shapes
}

function multiply([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + c * B, b * A + d * B, a * C + c * D, b * C + d * D, a * E + c * F + e, b * E + d * F + f]
}

/** Checks whether a colour, `#rrggbb`, is dark on white paper. */
function isDark(color: unknown): boolean {
  const value = Number.parseInt(String(color).slice(1), 16)
  return ((value >> 16) + ((value >> 8) & 0xff) + (value & 0xff)) / 3 < 0x80
}

type Subpath = { points: Polygon; isClosed: boolean }

// The steps of a path as PDF.js encodes them, each followed by its coordinates.
const steps = { moveTo: 0, lineTo: 1, curveTo: 2, quadraticCurveTo: 3, closePath: 4 }

/** Reads the outlines of a path. A curve is a straight line by its middle, which is near enough for a rounded module. */
function readSubpaths(path: Float32Array): Subpath[] {
  const subpaths: Subpath[] = []
  const at = (index: number): [number, number] => [path[index]!, path[index + 1]!]
  for (let index = 0; index < path.length; ) {
    const step = path[index++]
    if (step === steps.moveTo) subpaths.push({ points: [], isClosed: false })
    const subpath = subpaths.at(-1)
    if (!subpath) return []
    if (step === steps.closePath) {
      subpath.isClosed = true
      continue
    }
    const pointCount = step === steps.curveTo ? 3 : step === steps.quadraticCurveTo ? 2 : 1
    const last = at(index + 2 * (pointCount - 1))
    if (step === steps.curveTo)
      subpath.points.push(middleOfCurve(subpath.points.at(-1)!, at(index), at(index + 2), last))
    subpath.points.push(last)
    index += 2 * pointCount
  }
  return subpaths
}

function middleOfCurve(...[start, one, other, end]: Polygon): [number, number] {
  const middle = (axis: 0 | 1) => (start![axis] + 3 * one![axis] + 3 * other![axis] + end![axis]) / 8
  return [middle(0), middle(1)]
}

function paintPath(subpaths: readonly Subpath[], paint: string | undefined, state: GraphicsState): PdfShape[] {
  const { matrix, isFillDark, isStrokeDark, lineWidth } = state
  const isEvenOdd = /eofill/i.test(paint ?? '')
  const placed = (polygons: Polygon[]) => polygons.map((polygon) => polygon.map((point) => transform(matrix, point)))
  const shapes: PdfShape[] = []
  if (/fill/i.test(paint ?? ''))
    shapes.push({ polygons: placed(subpaths.map(({ points }) => points)), isDark: isFillDark, isEvenOdd })
  if (/stroke/i.test(paint ?? '')) {
    const lines = subpaths.flatMap((subpath) => outlineStroke(subpath, lineWidth))
    shapes.push({ polygons: placed(lines), isDark: isStrokeDark, isEvenOdd: false })
  }
  return shapes
}

function transform([a, b, c, d, e, f]: Matrix, [x, y]: [number, number]): [number, number] {
  return [a * x + c * y + e, b * x + d * y + f]
}

/** Returns the rectangle that a line of some width covers, for each line of an outline. */
function outlineStroke({ points, isClosed }: Subpath, width: number): Polygon[] {
  const ends = isClosed ? [...points.slice(1), points[0]!] : points.slice(1)
  return ends.flatMap(([x2, y2], index): Polygon[] => {
    const [x1, y1] = points[index]!
    const length = Math.hypot(x2 - x1, y2 - y1)
    if (length === 0) return []
    const [dx, dy] = [(-(y2 - y1) / length) * (width / 2), ((x2 - x1) / length) * (width / 2)]
    return [
      [
        [x1 + dx, y1 + dy],
        [x2 + dx, y2 + dy],
        [x2 - dx, y2 - dy],
        [x1 - dx, y1 - dy],
      ],
    ]
  })
}
