import { extractLinks } from 'unpdf'

/** Returns the addresses to which a PDF of another program links, in order; none if it cannot be read. */
export async function readLinks(pdf: Uint8Array): Promise<string[]> {
  try {
    // The reader takes the bytes over.
    const { links } = await extractLinks(Uint8Array.from(pdf))
    return links
  } catch {
    return []
  }
}
