import compile from 'icu-minify/compile'

export type Texts = { [key: string]: string | Texts }

/**
 * What a language lacks beside the Spanish texts of the same place: a sentence per key that is missing, superfluous, empty,
 * not readable, or that takes other arguments.
 */
export function compareTexts(spanish: Texts, other: Texts): string[] {
  const wanted = flat(spanish)
  const given = flat(other)
  const superfluous = [...given.keys()]
    .filter((key) => !wanted.has(key))
    .map((key) => `${key} is not among the Spanish texts`)
  const wrong = [...wanted].flatMap(([key, source]) => {
    const problem = problemOf(source, given.get(key))
    return problem ? [`${key} ${problem}`] : []
  })
  return [...wrong, ...superfluous]
}

function problemOf(source: string, text: string | undefined): string | null {
  if (text === undefined) return 'is missing'
  if (text.trim() === '') return 'is empty'
  const wanted = argumentsOf(source)
  const given = argumentsOf(text)
  if (wanted instanceof Error) return `cannot be read in Spanish: ${wanted.message}`
  if (given instanceof Error) return `cannot be read: ${given.message}`
  return wanted.join() === given.join() ? null : `takes ${listed(given)} where the Spanish text takes ${listed(wanted)}`
}

function flat(texts: Texts, prefix = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' ? [[prefix + name, value]] : [...flat(value, `${prefix}${name}.`)],
  )
  return new Map(entries)
}

/** The arguments of an ICU message, its tags and what it selects by, each once and in the order of the alphabet. */
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

function listed(names: string[]): string {
  return names.length ? names.join(', ') : 'no arguments'
}
