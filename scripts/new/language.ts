import { locales } from '#vocabulary/locale.ts'
import { CommandError } from '../command.ts'
import type { Draft } from './draft.ts'
import { addText, appendInside } from './edit-source.ts'
import { capitalizeFirst } from './names.ts'
import type { Kind } from './program.ts'

/** A language: every text and every map that must be complete starts as the Spanish one, to be translated. */
export const languageKind: Kind = {
  name: 'language',
  parameters: 'CODE NAME',
  summary: 'a language: language it Italiano',
  draft([code, ...nameWords], draft) {
    const name = nameWords.join(' ')
    if (!/^[a-z]{2}$/.test(code!)) throw new CommandError(`"${code}" is not an ISO 639-1 code such as it.`)
    if (locales.some((locale) => locale === code)) throw new CommandError(`The portal speaks "${code}" already.`)
    if (/['\\]/.test(name)) throw new CommandError(`"${name}" is not the name of a language.`)
    draft.edit('src/vocabulary/locale.ts', (text) =>
      appendInside(
        appendInside(text, /export const locales = \[/, `'${code}'`),
        /languageNames[^\n]*\{/,
        `${code}: '${name}',`,
      ),
    )
    const texts = draft.find('src/**/texts/es.json')
    for (const path of texts) copyTexts(draft, path, code!)
    for (const path of typedPlaces(draft)) draft.edit(path, (text) => copySpanishEntries(text, code!))
    addTest(draft, code!)
    return [
      `Translate the ${texts.length} texts/${code}.json, and the entries "${code}" that types ask for.`,
      'Go through "Rules and data to decide about" in docs/how-to/add-a-language.md.',
      `Write the preferred words in docs/texts.md, run npm run settings-docs, and remove src/vocabulary/${code}.test.ts.`,
    ]
  },
}

/** Copies the Spanish texts, and names the new language in the list of languages that a contract may be written in. */
function copyTexts(draft: Draft, path: string, code: string) {
  draft.add(path.replace('es.json', `${code}.json`), draft.read(path))
  if (!path.includes('domains/contracting/texts')) return
  for (const locale of [...locales, code])
    draft.edit(path.replace('es.json', `${locale}.json`), (text) =>
      addText(text, ['wizard', 'languages', code], nameIn(locale, code)),
    )
}

/** Returns the name of a language in another. */
function nameIn(locale: string, code: string): string {
  return capitalizeFirst(new Intl.DisplayNames([locale], { type: 'language' }).of(code)!)
}

/** Returns the files whose maps by language the types require to be complete, as the guide lists them. */
function typedPlaces(draft: Draft): string[] {
  const [, section] = draft.read('docs/how-to/add-a-language.md').split(/^## /m)
  return [...section!.matchAll(/^- `([^`]+)`/gm)].map(([, path]) => path!).filter((path) => !path.endsWith('locale.ts'))
}

/** Adds an entry of the new language to each map by language, after the Spanish one and with its value. */
function copySpanishEntries(text: string, code: string): string {
  return spanishEntriesOf(text).reduceRight(
    (text, { value, end }) => `${text.slice(0, end)}, ${code}: ${value}${text.slice(end)}`,
    text,
  )
}

type Entry = { value: string; end: number }

/** Finds the Spanish entries: `es: ` and its value, up to the comma or the bracket that follows it. */
function spanishEntriesOf(text: string): Entry[] {
  return [...text.matchAll(/(?<![\w'])es: /g)].map(({ index, 0: { length } }) => {
    const end = endOfValue(text, index + length)
    return { value: text.slice(index + length, end), end }
  })
}

/** Returns where a value ends that starts here: at the first comma or bracket outside its own brackets and quotes. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    const letter = text[at]!
    if ("'`".includes(letter)) at = endOfQuote(text, at)
    else if ('([{'.includes(letter)) depth++
    else if (depth === 0 && ',)]}\n'.includes(letter) && text.slice(start, at).trim()) return at
    else if (')]}'.includes(letter)) depth--
  }
  return text.length
}

function endOfQuote(text: string, start: number): number {
  const quote = text[start]!
  let at = start + 1
  while (at < text.length && text[at] !== quote) at += text[at] === '\\' ? 2 : 1
  return at
}

function addTest(draft: Draft, code: string) {
  draft.add(
    `src/vocabulary/${code}.test.ts`,
    `import { expect, test } from 'vitest'
import { languageNames } from './locale.ts'

test('the language is translated', () => {
  expect(languageNames).toHaveProperty('${code}')
  expect.fail('Translate every texts/${code}.json, and decide about the rules of docs/how-to/add-a-language.md.')
})
`,
  )
}
