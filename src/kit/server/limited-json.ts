/** The limits of a JSON text before it is parsed. */
export type JsonLimits = {
  /** The nesting depth of objects and arrays. */
  depth: number
  /** The members of all objects together. */
  members: number
  /** The elements of all arrays and the members of all objects together. */
  values: number
}

/**
 * The limits for requests. The deepest body of a call has nine levels, and the schemas validate each level; the longest
 * lists have hundreds of elements. An unexpected member costs an error message, so members are the tightest limit.
 */
export const requestJsonLimits: JsonLimits = { depth: 24, members: 3_000, values: 20_000 }

/**
 * The limits for one object imported from the retailer's other systems: an invoice with its lines, a ledger, a day of
 * quarter-hours.
 */
export const importJsonLimits: JsonLimits = { depth: 24, members: 100_000, values: 200_000 }

/**
 * The limits for replies of the upstream server and for whole contract files: long lists, but no deeper than the
 * portal's own replies.
 */
export const bulkJsonLimits: JsonLimits = { depth: 32, members: 2_000_000, values: 4_000_000 }

/** A JSON text that exceeds its limits. It is a syntax error to generic error handling. */
export class JsonLimitError extends SyntaxError {
  /** Read by the framework. */
  readonly statusCode = 400
  readonly limit: keyof JsonLimits

  constructor(limit: keyof JsonLimits) {
    super(`JSON beyond its limit of ${limit}`)
    this.limit = limit
  }
}

/** Parses JSON within limits. @throws JsonLimitError, and SyntaxError for invalid JSON. */
export function parseLimitedJson(text: string, limits: JsonLimits): unknown {
  checkJsonLimits(text, limits)
  return JSON.parse(text)
}

/**
 * Scans a text once without parsing it, so that memory and stack use do not depend on what an untrusted client nests.
 * Invalid JSON is left to the parser. @throws JsonLimitError
 */
export function checkJsonLimits(text: string, limits: JsonLimits): void {
  let depth = 0
  let members = 0
  let separators = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        index = endOfString(text, index)
        break
      case openBracket:
      case openBrace:
        if (++depth > limits.depth) throw new JsonLimitError('depth')
        break
      case closeBracket:
      case closeBrace:
        depth--
        break
      case colon:
        if (++members > limits.members) throw new JsonLimitError('members')
        break
      case comma:
        if (++separators >= limits.values) throw new JsonLimitError('values')
        break
    }
  }
}

const [quote, openBracket, closeBracket, openBrace, closeBrace, colon, comma, backslash] = Array.from(
  '"[]{}:,\\',
  (sign) => sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number]

/** Returns where the string that begins at `start` ends: at a quote preceded by an even number of backslashes. */
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
