/** An element: its name and its content. */
export type XmlElement = readonly [name: string, content: string | readonly XmlElement[]]

/**
 * Serialises elements to canonical XML (W3C Exclusive XML Canonicalization 1.0): no declaration, no space between tags,
 * no empty-element tags. The result needs no canonicalisation before it is signed.
 */
export function toCanonicalXml([name, content]: XmlElement, attributes = ''): string {
  const inner =
    typeof content === 'string' ? escapeXml(content) : content.map((element) => toCanonicalXml(element)).join('')
  return `<${name}${attributes}>${inner}</${name}>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
