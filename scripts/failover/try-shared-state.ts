import { runCommand, waitUntil } from '../running/programs.ts'
import type { Trial } from './trial.ts'

/** Tries that both servers know a session. */
export async function trySessions({ ports, tokens, findings }: Trial) {
  const statuses = await Promise.all(
    Object.values(ports.servers).map(async (port) => {
      const headers = { authorization: `Bearer ${tokens[0]}` }
      return (await fetch(`http://127.0.0.1:${port}/api/v2/contracts`, { headers })).status
    }),
  )
  findings.report('who signed in is signed in on both servers', statuses.join() === '200,200', statuses.join())
}

/** Tries that both servers soon apply a changed setting. */
export async function trySettings({ ports, environment, findings }: Trial) {
  const address = 'seguridad@example.test'
  runCommand(
    [process.execPath, 'scripts/portal.ts', 'settings', 'set', 'organization.email', `"${address}"`],
    environment,
  )
  const seconds = await waitUntil('both servers know the setting', async () => {
    const texts = await Promise.all(
      Object.values(ports.servers).map(async (port) =>
        (await fetch(`http://127.0.0.1:${port}/.well-known/security.txt`)).text(),
      ),
    )
    return texts.every((text) => text.includes(address))
  })
  findings.report('a setting is live on both within 5 s', seconds < 5, `${seconds.toFixed(1)} s`)
}
