// Fails if a text is missing or empty in a language, takes other arguments than in Spanish, or uses a rejected word for
// which docs/texts.md has a preferred one.
import { existsSync, readFileSync } from 'node:fs'
import { textFolders } from '#app/server/texts/texts.ts'
import { locales } from '#vocabulary/locale.ts'
import { compareTexts, type Texts } from './texts/compare-texts.ts'
import { findRefusedTerms } from './texts/refused-terms.ts'

const problems = textFolders().flatMap(({ namespace, folder }) => {
  const textsIn = (locale: string) => readTexts(new URL(`${locale}.json`, folder))
  const spanish = textsIn('es')
  return locales.flatMap((locale) => {
    const texts = textsIn(locale)
    const problems = [...compareTexts(spanish, texts), ...findRefusedTerms(locale, texts)]
    return problems.map((problem) => `${namespace}, ${locale}: ${problem}`)
  })
})

for (const problem of problems) console.error(problem)
console.log(problems.length ? `${problems.length} texts need work.` : `Texts are complete in ${locales.join(', ')}.`)
process.exitCode = problems.length ? 1 : 0

// Without a file, a language lacks every text.
function readTexts(file: URL): Texts {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
