import type { CurveRefusal } from '../../curve.ts'

/** An error in one line; the other lines are still read. */
export class RefusedLine extends Error {
  readonly code: CurveRefusal

  constructor(code: CurveRefusal) {
    super(code)
    this.name = 'RefusedLine'
    this.code = code
  }
}

/** The reason why the rest of a file cannot be read. */
export class RefusedFile extends Error {
  readonly code: CurveRefusal

  constructor(code: CurveRefusal, cause?: unknown) {
    super(code, { cause })
    this.name = 'RefusedFile'
    this.code = code
  }
}
