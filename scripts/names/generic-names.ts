/** A declaration whose name describes grammar instead of the thing it names. Line 0 is the file itself. */
export type GenericName = { line: number; name: string }

// Each has a plain word: `request`, `query`, `report`, `stored`, `deps`, `searchTerms`, `status`, `card`, `prefill`.
const refusedWords = new Set([
  ...['absence', 'asked', 'brought', 'doorkeeper', 'happening', 'heard', 'kept', 'lent', 'needs', 'plate', 'standing'],
  ...['standings', 'told', 'untold', 'wanted', 'words', 'goon', 'letin', 'sayof', 'whynot'],
])
// A type is read far from where it is declared, so that it needs more than a participle.
const refusedTypes = new Set(['answered', 'found', 'given', 'held', 'met', 'place', 'seen', 'shown', 'taken'])
const refusedStart = /^(?:[Tt]old|[Aa]sked|[Ww]anted|[Kk]ept|[Uu]ntold|Found|Given|Held)[A-Z]/
const refusedEnd = /[a-z](?:Asked|Needs|Standing|Told|Wanted)$/
const declaration = /^[^'"`/]*\b(type|interface|class|function|const|let|enum)\s+([A-Za-z_$][\w$]*)/

/** Finds the declarations with a generic name in the source text of a file, and the name of the file itself if it is one. */
export function findGenericNames(path: string, source: string): GenericName[] {
  const base = path.split('/').at(-1)!.split('.')[0]!
  const ofFile = base.split('-').some((part) => refusedWords.has(part)) ? [{ line: 0, name: base }] : []
  return [...ofFile, ...source.split('\n').flatMap(findInLine)]
}

function findInLine(text: string, index: number): GenericName[] {
  const [, keyword, name] = text.match(declaration) ?? []
  if (!keyword || !name) return []
  const isType = keyword === 'type' || keyword === 'interface' || keyword === 'class'
  const lower = name.toLowerCase()
  const isGeneric =
    refusedWords.has(lower) || (isType && refusedTypes.has(lower)) || refusedStart.test(name) || refusedEnd.test(name)
  return isGeneric ? [{ line: index + 1, name }] : []
}
