// The part of linebreak 1.1 that is used; the package publishes no types.
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** Returns the next break opportunity, `required` for a mandatory break; null after the last. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
