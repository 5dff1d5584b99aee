import type { CurveRefusal } from '../../curve.ts'

/** An error in one line; the other lines are still read. */
export class RefusedLineError extends Error {
  readonly code: CurveRefusal

  constructor(code: CurveRefusal) {
    super(code)
    this.name = 'RefusedLineError'
    this.code = code
  }
}

/** The reason why the rest of a file cannot be read. */
export class RefusedFileError extends Error {
  readonly code: CurveRefusal

  constructor(code: CurveRefusal, cause?: unknown) {
    super(code, { cause })
    this.name = 'RefusedFileError'
    this.code = code
  }
}
