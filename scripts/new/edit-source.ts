/** Adds an import at the top of a source text. The formatter sorts it in. */
export function addImport(text: string, line: string): string {
  if (text.includes(line)) return text
  const start = text.search(/^import /m)
  return start < 0 ? `${line}\n\n${text}` : `${text.slice(0, start)}${line}\n${text.slice(start)}`
}

/** Adds a name to what is imported from a module, or imports it. */
export function importName(text: string, name: string, from: string): string {
  const imported = new RegExp(`^import \\{([^}]*?),?\\s*\\} from '${from.replaceAll('.', '\\.')}'$`, 'm').exec(text)
  if (!imported) return addImport(text, `import { ${name} } from '${from}'`)
  if (new RegExp(`\\b${name}\\b`).test(imported[1]!)) return text
  return text.replace(imported[0], `import {${imported[1]}, ${name} } from '${from}'`)
}

/**
 * Inserts an entry at the end of the list, object or function that an expression opens. The text must be formatted: the
 * closing bracket is on the same line or begins a line with the same indentation.
 */
export function appendInside(text: string, opening: RegExp, entry: string): string {
  const match = opening.exec(text)
  if (!match) throw new Error(`There is no ${opening}.`)
  const start = match.index + match[0].length
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const lineEnd = text.indexOf('\n', start)
  const rest = text.slice(start, lineEnd)
  if (rest.trim()) {
    const end = start + Math.max(...[...']})'].map((bracket) => rest.lastIndexOf(bracket)))
    const isEmpty = text.slice(start, end).trim() === ''
    return `${text.slice(0, end)}${isEmpty ? '' : ', '}${entry}${text.slice(end)}`
  }
  const [indentation] = /^ */.exec(text.slice(lineStart))!
  const end = start + text.slice(start).search(new RegExp(`^${indentation}[\\])}]`, 'm'))
  return `${text.slice(0, end)}${entry}\n${text.slice(end)}`
}

/** Inserts an entry as the first of the list or object that an expression opens at the end of a line. */
export function prependInside(text: string, opening: RegExp, entry: string): string {
  if (!opening.test(text)) throw new Error(`There is no ${opening}.`)
  return text.replace(opening, (line) => `${line}\n${entry}`)
}

/** Adds a value to the JSON of a texts file, at its keys. */
export function addText(text: string, keys: readonly string[], value: unknown): string {
  const texts = JSON.parse(text)
  let folder = texts
  for (const key of keys.slice(0, -1)) {
    folder[key] ??= {}
    folder = folder[key]
  }
  folder[keys.at(-1)!] ??= value
  return `${JSON.stringify(texts, null, 2)}\n`
}
