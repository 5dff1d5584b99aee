import type { DemoStep, OnDemoProgress } from '#db/demo/create-demo.ts'
import type { DemoAccess } from '#db/demo/demo-logins.ts'

const stepLabels: Record<DemoStep, string> = {
  customers: 'Customers and contracts',
  curves: 'Two years of curves',
  invoices: 'Their invoices',
  documents: 'Their papers',
}

/** Creates a reporter of the demo's progress: on a terminal as a percentage, elsewhere when a step is done. */
export function createDemoProgress(
  output: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stdout,
): OnDemoProgress {
  let isAnnounced = false
  return (step, done) => {
    if (!isAnnounced) output.write('Creating the demo retailer:\n')
    isAnnounced = true
    const line = `  ${stepLabels[step].padEnd(26)}${String(Math.floor(done * 100)).padStart(3)} %`
    if (output.isTTY) output.write(`\r${line}${done === 1 ? '\n' : ''}`)
    else if (done === 1) output.write(`${line}\n`)
  }
}

/**
 * Returns the logins of the demo and their passwords, one per line; operators also with their roles and the secret of
 * their second factor.
 */
export function describeDemoAccess(access: readonly DemoAccess[]): string {
  const lines = access.map(({ login, password, roles = [], appSecret }) => {
    const line = `  ${login.padEnd(14)}${password ?? '(its password was changed)'}`
    return appSecret
      ? `${line}\n${' '.repeat(16)}at /operator for ${roles.join(', ')}, with codes of an app that has the key ${appSecret}`
      : line
  })
  return ['  Log in as     with the password', ...lines].join('\n')
}
