import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A server in a process of its own. */
export type BenchServer = { child: ChildProcess; address: string }

// As `npm run server` has them: answers are buffers outside the heap, which a young generation of the usual size keeps for long,
// and garbage is collected the later the larger the heap may become.
const startFlags = ['--max-semi-space-size=8', '--max-old-space-size=1024']
const startVariables = { NODE_ENV: 'production', MALLOC_ARENA_MAX: '2' }

/** Starts one of the servers beside this file on a database, and waits until it listens. */
export async function startServer(
  file: string,
  url: string,
  environment: Record<string, string> = {},
): Promise<BenchServer> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: startFlags,
    env: { ...process.env, DATABASE_URL: url, ...startVariables, ...environment },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, address: `http://127.0.0.1:${port}` }
}

/** The memory that a server takes of the machine. */
export async function readMemory({ child }: BenchServer): Promise<number> {
  child.send('memory')
  const [{ residentBytes }] = (await once(child, 'message')) as [{ residentBytes: number }]
  return residentBytes
}
