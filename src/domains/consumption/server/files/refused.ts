import type { CurveRefusal } from '../../curve.ts'

/** What is wrong with one line; the others are read all the same. */
export class RefusedLine extends Error {
  readonly code: CurveRefusal

  constructor(code: CurveRefusal) {
    super(code)
    this.name = 'RefusedLine'
    this.code = code
  }
}

/** Why nothing more can be read of a file. */
export class RefusedFile extends Error {
  readonly code: CurveRefusal

  constructor(code: CurveRefusal, cause?: unknown) {
    super(code, { cause })
    this.name = 'RefusedFile'
    this.code = code
  }
}
