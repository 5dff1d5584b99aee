import { XMLParser } from 'fast-xml-parser'
import { isMarketDay, type MarketDay } from '#vocabulary/day.ts'
import { parseExactUnits } from '#vocabulary/decimal.ts'
import type { Cents } from '#vocabulary/money.ts'

/** An element as it is read: text, or elements by their name, always as lists. */
export type XmlElement = { readonly [name: string]: readonly XmlNode[] | undefined }
export type XmlNode = string | XmlElement

const attributePrefix = '@'
/** Where an element starts in the text, as the parser notes it. */
const metadata = XMLParser.getMetaDataSymbol()

const parser = new XMLParser({
  removeNSPrefix: true,
  ignoreAttributes: false,
  attributeNamePrefix: attributePrefix,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: true,
  captureMetaData: true,
  isArray: (name) => !name.startsWith(attributePrefix),
})

/**
 * Parses an XML file, or returns null if it is none. Document types are refused, so that no external entity is loaded
 * and no small file expands into a large one.
 */
export function parseBankXml(xml: string): XmlElement | null {
  if (/<!DOCTYPE/i.test(xml)) return null
  try {
    return parser.parse(xml, true) as XmlElement
  } catch {
    return null
  }
}

/** Returns the elements at a path of names, in order. */
export function elementsAt(from: XmlNode | undefined, ...path: string[]): XmlElement[] {
  const [name, ...rest] = path
  if (typeof from !== 'object' || name === undefined) return typeof from === 'object' ? [from] : []
  return (from[name] ?? []).flatMap((each) => elementsAt(each, ...rest))
}

/** Returns the text of the first element at a path of names that has one. */
export function textAt(from: XmlNode | undefined, ...path: string[]): string | null {
  const [name, ...rest] = path
  if (name === undefined) return textOf(from)
  if (typeof from !== 'object') return null
  for (const each of from[name] ?? []) {
    const text = textAt(each, ...rest)
    if (text !== null) return text
  }
  return null
}

function textOf(node: XmlNode | undefined): string | null {
  const text = typeof node === 'object' ? node['#text'] : node
  const trimmed = (typeof text === 'object' ? String(text[0] ?? '') : String(text ?? '')).trim()
  return trimmed === '' ? null : trimmed
}

/** Returns an attribute of the first element at a path. */
function attributeAt(from: XmlNode | undefined, attribute: string, ...path: string[]): string | null {
  const [element] = elementsAt(from, ...path)
  const value: unknown = element?.[attributePrefix + attribute]
  return typeof value === 'string' ? value : null
}

/** An amount of euros in cents; null if it is none, and `other` if it is of another currency. */
export function amountAt(from: XmlNode | undefined, ...path: string[]): Cents | null | 'other' {
  const text = textAt(from, ...path)
  if (text === null) return null
  const currency = attributeAt(from, 'Ccy', ...path)
  if (currency !== null && currency !== 'EUR') return 'other'
  const cents = parseExactUnits(text.replace(/(\.\d{2})0+$/, '$1'), 2)
  return cents !== null && cents > 0 ? cents : null
}

/** Returns the day at a path, from a day or an instant of the bank; null if there is none. */
export function dayAt(from: XmlNode | undefined, ...path: string[]): MarketDay | null {
  const day = textAt(from, ...path)?.slice(0, 10) ?? ''
  return isMarketDay(day) ? day : null
}

/** Returns a function that tells the line of an element, from 1. */
export function lineCounter(xml: string): (element: XmlElement) => number {
  const lineEnds = [...xml.matchAll(/\r\n?|\n/g)].map(({ index }) => index)
  return (element) => {
    const { startIndex = 0 } =
      (element as Record<symbol, { startIndex?: number } | undefined>)[metadata as symbol] ?? {}
    return lineEnds.filter((end) => end < startIndex).length + 1
  }
}
