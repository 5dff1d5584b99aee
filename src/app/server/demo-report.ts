import type { DemoStep, Progress } from '#db/demo/create-demo.ts'
import type { DemoAccess } from '#db/demo/demo-logins.ts'

const words: Record<DemoStep, string> = {
  customers: 'Customers and contracts',
  curves: 'Two years of curves',
  invoices: 'Their invoices',
  papers: 'Their papers',
}

/** Tells step by step how far the demo is: on a terminal in per cent, elsewhere when a step is done. */
export function demoProgress(output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout): Progress {
  let isAnnounced = false
  return (step, done) => {
    if (!isAnnounced) output.write('Creating the demo retailer:\n')
    isAnnounced = true
    const line = `  ${words[step].padEnd(26)}${String(Math.floor(done * 100)).padStart(3)} %`
    if (output.isTTY) output.write(`\r${line}${done === 1 ? '\n' : ''}`)
    else if (done === 1) output.write(`${line}\n`)
  }
}

/** The log-ins of the demo and their passwords, a line for each; those of operators with their roles and what their second factor is made from. */
export function describeAccess(access: readonly DemoAccess[]): string {
  const lines = access.map(({ login, password, roles = [], appSecret }) => {
    const line = `  ${login.padEnd(14)}${password ?? '(its password was changed)'}`
    return appSecret
      ? `${line}\n${' '.repeat(16)}at /operator for ${roles.join(', ')}, with codes of an app that has the key ${appSecret}`
      : line
  })
  return ['  Log in as     with the password', ...lines].join('\n')
}
