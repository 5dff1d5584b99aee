/** An element: its name, what is in it. */
export type Xml = readonly [name: string, content: string | readonly Xml[]]

/**
 * The elements as XML in its canonical form (W3C Exclusive XML Canonicalization 1.0): no declaration, no space between tags, no empty-element
 * tags. What is written like this needs no canonicalisation before it is signed.
 */
export function canonicalXml([name, content]: Xml, attributes = ''): string {
  const inner =
    typeof content === 'string' ? escaped(content) : content.map((element) => canonicalXml(element)).join('')
  return `<${name}${attributes}>${inner}</${name}>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
