import { readFileSync } from 'node:fs'

export type Instruction = { word: string; rest: string }
/** A stage of an image: its base, its name if it has one, and its instructions. */
export type Stage = { base: string; name?: string; instructions: Instruction[] }

/**
 * Parses the Dockerfile as far as this project uses the format: stages, and instructions with backslash line
 * continuations.
 */
export function parseDockerfile(file: URL): Stage[] {
  const lines = readFileSync(file, 'utf8')
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim())
  const stages: Stage[] = []
  for (const line of lines) {
    const [, word, rest] = /^([A-Z]+) +(.*)$/.exec(line) ?? []
    if (!word || !rest) throw new Error(`The Dockerfile has a line that is not an instruction: ${line}`)
    if (word === 'FROM') {
      const [base, , name] = rest.split(' ')
      stages.push({ base: base!, name, instructions: [] })
    } else stages.at(-1)!.instructions.push({ word, rest })
  }
  return stages
}

/** Parses a COPY instruction: its sources, the stage they come from, and the target. */
export function parseCopy({ rest }: Instruction): { from?: string; sources: string[]; target: string } {
  const parts = rest.split(' ')
  const from = parts[0]!.startsWith('--from=') ? parts.shift()!.slice('--from='.length) : undefined
  return { from, sources: parts.slice(0, -1), target: parts.at(-1)! }
}
