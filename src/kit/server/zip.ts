import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file on its way into an archive. `isPacked`: its bytes would not become fewer (PDF, images). */
export type ZipEntry = {
  name: string
  content: AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>
  isPacked?: boolean
}

/**
 * An archive of files, written while they come: never more of it than a chunk is in memory. It asks for the next chunk
 * when the one before was taken. No file and no archive may reach four gigabytes.
 */
export async function* zipped(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  modifiedAt: Date,
): AsyncGenerator<Uint8Array> {
  const written: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    written.push(chunk)
  })
  for await (const { name, content, isPacked = false } of entries) {
    const file = isPacked ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 })
    file.mtime = modifiedAt
    zip.add(file)
    for await (const chunk of content) {
      file.push(typeof chunk === 'string' ? Buffer.from(chunk) : chunk)
      yield* written.splice(0)
    }
    file.push(new Uint8Array(), true)
    yield* written.splice(0)
  }
  zip.end()
  yield* written.splice(0)
}
