import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** How a command ended, and what it wrote to its two outputs. */
export type Answer = { code: number; printed: string; complaint: string }

/** Runs a script of `scripts/` in an environment, as somebody who types these words. */
export function type(script: string, environment: Record<string, string>, words: readonly string[]): Promise<Answer> {
  const file = fileURLToPath(new URL(`../${script}`, import.meta.url))
  const env = { PATH: process.env.PATH, ...environment }
  return new Promise((done) => {
    execFile(process.execPath, [file, ...words], { env }, (failure, printed, complaint) =>
      done({ code: failure ? Number(failure.code) : 0, printed, complaint }),
    )
  })
}
