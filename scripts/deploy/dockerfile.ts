import { readFileSync } from 'node:fs'

export type Instruction = { word: string; rest: string }
/** A stage of an image: what it begins with, its name if it has one, and what is done. */
export type Stage = { base: string; name?: string; instructions: Instruction[] }

/** Reads the Dockerfile as far as ours goes: stages, and instructions that may go on after a backslash. */
export function readDockerfile(file: URL): Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim())
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word, rest] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    if (!word || !rest) throw new Error(`The Dockerfile has a line that is no instruction: ${line}`)
    if (word === 'FROM') {
      const [base, , name] = rest.split(' ')
      stages.push({ base: base!, name, instructions: [] })
    } else stages.at(-1)!.instructions.push({ word, rest })
  }
  return stages
}

/** What a COPY takes, from where, and where it lays it. */
export function copyOf({ rest }: Instruction): { from?: string; sources: string[]; target: string } {
  const words = rest.split(' ')
  const from = words[0]!.startsWith('--from=') ? words.shift()!.slice('--from='.length) : undefined
  return { from, sources: words.slice(0, -1), target: words.at(-1)! }
}
