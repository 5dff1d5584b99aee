declare module 'seek-bzip' {
  /** A source of bytes to decode, with a seekable position. */
  abstract class Stream {
    abstract readByte(): number
    abstract seek(position: number): void
  }

  const Bunzip: {
    Stream: typeof Stream
    /** Throws when the block is damaged. */
    decodeBlock(input: Stream, positionBits: number): Buffer
  }
  export default Bunzip
}
