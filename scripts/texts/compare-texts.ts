import compile from 'icu-minify/compile'

export type Texts = { [key: string]: string | Texts }

/**
 * Compares the texts of a language with the Spanish ones. Returns a sentence for each key that is missing, superfluous,
 * empty, unparsable, or takes other arguments.
 */
export function compareTexts(spanish: Texts, other: Texts): string[] {
  const expected = flattenTexts(spanish)
  const actual = flattenTexts(other)
  const superfluous = [...actual.keys()]
    .filter((key) => !expected.has(key))
    .map((key) => `${key} is not among the Spanish texts`)
  const wrong = [...expected].flatMap(([key, source]) => {
    const problem = problemOf(source, actual.get(key))
    return problem ? [`${key} ${problem}`] : []
  })
  return [...wrong, ...superfluous]
}

function problemOf(source: string, text: string | undefined): string | null {
  if (text === undefined) return 'is missing'
  if (text.trim() === '') return 'is empty'
  const expected = argumentsOf(source)
  const actual = argumentsOf(text)
  if (expected instanceof Error) return `cannot be read in Spanish: ${expected.message}`
  if (actual instanceof Error) return `cannot be read: ${actual.message}`
  return expected.join() === actual.join()
    ? null
    : `takes ${formatList(actual)} where the Spanish text takes ${formatList(expected)}`
}

function flattenTexts(texts: Texts, prefix = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : [...flattenTexts(value, `${prefix}${name}.`)],
  )
  return new Map(entries)
}

/** Returns the arguments of an ICU message, its tags and select options, each once in alphabetical order. */
function argumentsOf(message: string): string[] | Error {
  try {
    const compiled = compile(message)
    return [...new Set(typeof compiled === 'string' ? [] : compiled.flatMap(argumentsIn))].sort()
  } catch (error) {
    return error as Error
  }
}

const selectKind = 1

// A part is text, the number of a plural, or a list: an argument's name with its kind and options, or a tag with its parts.
function argumentsIn(part: unknown): string[] {
  if (!Array.isArray(part)) return []
  const [name, kind, options] = part as [string, unknown, unknown]
  if (part.length > 1 && typeof kind !== 'number') return [`<${name}>`, ...part.slice(1).flatMap(argumentsIn)]
  const branches = typeof options === 'object' && options !== null ? options : {}
  const inside = Object.values(branches).flatMap((branch) => (Array.isArray(branch) ? branch.flatMap(argumentsIn) : []))
  const choices = kind === selectKind ? ` of ${Object.keys(branches).sort().join('|')}` : ''
  return [`{${name}${choices}}`, ...inside]
}

function formatList(names: string[]): string {
  return names.length ? names.join(', ') : 'no arguments'
}
