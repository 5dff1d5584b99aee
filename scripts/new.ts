// Makes the files of something new and registers them: `npm run new -- domain meter-readings`.
import { runNew } from './new/program.ts'

process.exitCode = runNew(new URL('..', import.meta.url), {
  words: process.argv.slice(2),
  print: (text) => console.log(text),
  note: (line) => console.error(line),
})
