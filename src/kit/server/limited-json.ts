/** How far a JSON text may go before it is parsed. */
export type JsonLimits = {
  /** Objects and arrays within each other. */
  depth: number
  /** Members of all its objects together. */
  members: number
  /** Elements of all its arrays, and members, together. */
  values: number
}

/**
 * What a request may bring. The deepest body of a call has nine levels, and the schemas check a level of their own for each;
 * the longest lists are of hundreds. A member that is not expected costs an error message, so they are the scarcest.
 */
export const requestJsonLimits: JsonLimits = { depth: 24, members: 3_000, values: 20_000 }

/** What another system of the retailer's may send as one object: an invoice with its lines, a ledger, a day of quarters of an hour. */
export const importJsonLimits: JsonLimits = { depth: 24, members: 100_000, values: 200_000 }

/** What the server behind us may answer, and a whole file of contracts: long lists, but no deeper than our own replies. */
export const bulkJsonLimits: JsonLimits = { depth: 32, members: 2_000_000, values: 4_000_000 }

/** A JSON text that is deeper or longer than it may be; a syntax error to whoever does not ask further. */
export class JsonLimitExceeded extends SyntaxError {
  /** As the framework reads it. */
  readonly statusCode = 400
  readonly limit: keyof JsonLimits

  constructor(limit: keyof JsonLimits) {
    super(`JSON beyond its limit of ${limit}`)
    this.limit = limit
  }
}

/** Parses JSON that is within its limits. @throws JsonLimitExceeded, and SyntaxError for what is no JSON. */
export function parseLimitedJson(text: string, limits: JsonLimits): unknown {
  checkJsonLimits(text, limits)
  return JSON.parse(text)
}

/**
 * Looks through a text once, without parsing it, so that nobody's memory or stack depends on what a stranger nests. What is no
 * JSON at all is left to the parser. @throws JsonLimitExceeded
 */
export function checkJsonLimits(text: string, limits: JsonLimits): void {
  let depth = 0
  let members = 0
  let separators = 0
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at)
        break
      case openBracket:
      case openBrace:
        if (++depth > limits.depth) throw new JsonLimitExceeded('depth')
        break
      case closeBracket:
      case closeBrace:
        depth--
        break
      case colon:
        if (++members > limits.members) throw new JsonLimitExceeded('members')
        break
      case comma:
        if (++separators >= limits.values) throw new JsonLimitExceeded('values')
        break
    }
  }
}

const [quote, openBracket, closeBracket, openBrace, closeBrace, colon, comma, backslash] = Array.from(
  '"[]{}:,\\',
  (sign) => sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number]

/** Where the string that begins here ends: at a quote with an even number of backslashes before it. */
function endOfString(text: string, start: number): number {
  let end = start
  for (;;) {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
    let backslashes = 0
    while (text.charCodeAt(end - 1 - backslashes) === backslash) backslashes++
    if (backslashes % 2 === 0) return end
  }
}
