// Fails when a text is missing, empty or takes other arguments in one of the languages than in Spanish, or when it says by a
// refused word what docs/texts.md has another one for.
import { existsSync, readFileSync } from 'node:fs'
import { textFolders } from '#app/server/texts.ts'
import { locales } from '#kit/locale.ts'
import { compareTexts, type Texts } from './texts/compare-texts.ts'
import { findRefusedWords } from './texts/refused-words.ts'

const problems = textFolders().flatMap(({ namespace, folder }) => {
  const textsIn = (locale: string) => readTexts(new URL(`${locale}.json`, folder))
  const spanish = textsIn('es')
  return locales.flatMap((locale) => {
    const texts = textsIn(locale)
    const problems = [...compareTexts(spanish, texts), ...findRefusedWords(locale, texts)]
    return problems.map((problem) => `${namespace}, ${locale}: ${problem}`)
  })
})

for (const problem of problems) console.error(problem)
console.log(problems.length ? `${problems.length} texts need work.` : `Texts are complete in ${locales.join(', ')}.`)
process.exitCode = problems.length ? 1 : 0

// A language without a file lacks every text.
function readTexts(file: URL): Texts {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
