// The part of linebreak 1.1 that is used; it publishes no types.
declare module 'linebreak' {
  export default class LineBreaker {
    constructor(text: string)
    /** The next place where a line may end, `required` where it must; null after the last. */
    nextBreak(): { position: number; required: boolean } | null
  }
}
