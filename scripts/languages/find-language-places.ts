import { globSync, readFileSync } from 'node:fs'

// Code that names Galician lists the languages one by one. Its tag, unlike the others, is not part of a common word.
const namesOneLanguage = /(?<!locale: )'gl'|"gl"|(?<![\w$'])gl:|gl\.json|gl-ES|\bgl(?=, (?:fr|de|\}))|,gl,/

/** Returns every file that names the languages one by one, apart from tests, texts and migrations that have run. */
export function findLanguagePlaces(): string[] {
  const files = globSync('{src,db,scripts,bench,deploy}/**/*.{ts,tsx,js,css,csv,yaml,yml}')
  return files.filter((file) => !isLeftOut(file) && namesOneLanguage.test(readFileSync(file, 'utf8'))).sort()
}

function isLeftOut(file: string): boolean {
  return /\.test\.tsx?$|^db\/migrations\/|^scripts\/languages\//.test(file)
}
