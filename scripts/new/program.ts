import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../command.ts'
import type { Terminal } from '../command-line.ts'
import { callKind } from './call.ts'
import { deskKind } from './desk.ts'
import { domainKind } from './domain.ts'
import { Draft } from './draft.ts'
import { languageKind } from './language.ts'
import { providerKind } from './provider.ts'
import { screenKind } from './screen.ts'

/** Something that can be made: the words after its name, and how its files are drafted. */
export type Kind = {
  name: string
  parameters: string
  summary: string
  /** Drafts the files. Returns what is left to do by hand. @throws CommandError; then nothing is written. */
  draft(words: readonly string[], draft: Draft): string[]
}

const kinds: readonly Kind[] = [domainKind, callKind, screenKind, deskKind, languageKind, providerKind]

/**
 * Makes the files of the kind that the words name, in the repository at `root`. Returns the exit status: 1 if the words
 * are refused, 2 if they name no kind. In both cases nothing is written.
 */
export function runNew(root: URL, { words: [name, ...words], print, note }: NewTerminal): number {
  const kind = kinds.find((kind) => kind.name === name)
  if (!kind || words.length < required(kind)) {
    note(usage())
    return 2
  }
  const draft = new Draft(root)
  try {
    const left = kind.draft(words, draft)
    write(root, draft)
    print([...draft.listPaths(), '', 'Then:', ...left.map((line) => `- ${line}`)].join('\n'))
    return 0
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    note(error.message)
    return 1
  }
}

type NewTerminal = Pick<Terminal, 'words' | 'print' | 'note'>

function required({ parameters }: Kind): number {
  return parameters.split(' ').filter((parameter) => !parameter.startsWith('[')).length
}

function usage(): string {
  const lines = kinds.map(({ name, parameters, summary }) => `  ${`${name} ${parameters}`.padEnd(34)}${summary}`)
  return `npm run new -- KIND NAME…\n\n${lines.join('\n')}`
}

function write(root: URL, draft: Draft) {
  for (const [path, text] of draft.files()) {
    const file = fileURLToPath(new URL(path, root))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  // The formatter sorts the imports and breaks the lines.
  const biome = fileURLToPath(new URL('node_modules/.bin/biome', root))
  execFileSync(biome, ['check', '--write', '--colors=off', ...draft.listPaths()], { cwd: root, stdio: 'pipe' })
}
