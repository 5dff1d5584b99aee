/** Reads a whole stream into memory, for archives: curves compress to less than a tenth. */
export async function readAllBytes(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}
