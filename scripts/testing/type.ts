import { runCommandLine } from '../command-line.ts'
import { importProgram } from '../import/program.ts'
import { portalProgram } from '../portal/program.ts'

const programs = { portal: portalProgram, import: importProgram }

/** The exit code of a command, and what it wrote to its two outputs. */
export type Answer = { code: number; printed: string; complaint: string }

/** Runs a command with these arguments in the given environment, without inheriting that of this process. */
export async function type(
  program: keyof typeof programs,
  environment: Record<string, string>,
  words: readonly string[],
): Promise<Answer> {
  const printed: string[] = []
  const complaint: string[] = []
  const code = await runCommandLine(programs[program], {
    words,
    environment,
    print: (text) => printed.push(`${text}\n`),
    note: (line) => complaint.push(`${line}\n`),
    progress: { isTTY: false, write: () => true },
  })
  return { code, printed: printed.join(''), complaint: complaint.join('') }
}
