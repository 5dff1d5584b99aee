import { chmod } from 'node:fs/promises'
import { type Program, startProgram, waitUntil } from '../running/programs.ts'

/** The ports of the programs on this machine. */
export type PortalPorts = {
  proxy: number
  servers: { a: number; b: number }
  workers: { one: number; two: number }
  mail: number
}

/** The running programs of the portal: servers, workers and the proxy. */
export type PortalPrograms = {
  startServer(name: 'a' | 'b', setup: PortalSetup): Promise<void>
  startWorker(name: 'one' | 'two', setup: PortalSetup): Promise<void>
  startProxy(ports: PortalPorts): Promise<void>
  end(name: string, signal: 'SIGTERM' | 'SIGKILL'): ReturnType<Program['end']>
  killAll(): Promise<unknown>
}

/** The environment that all servers and workers share, and the ports. */
export type PortalSetup = { ports: PortalPorts; environment: Record<string, string> }

/** Creates a list of programs, which log to a folder. None of them is running yet. */
export function createPortalPrograms(folder: string): PortalPrograms {
  const running = new Map<string, Program>()

  function launch(name: string, command: readonly [string, ...string[]], environment: Record<string, string>) {
    running.set(name, startProgram(name, command, { folder, environment }))
  }

  return {
    async startServer(name, { ports, environment }) {
      const port = ports.servers[name]
      const own = { ROLE: 'server', PORT: String(port) }
      launch(`server-${name}`, portalCommand('--max-semi-space-size=8'), { ...environment, ...own })
      await waitUntil(`server ${name} is ready`, () => isReady(port))
    },
    async startWorker(name, { ports, environment }) {
      const port = ports.workers[name]
      launch(`worker-${name}`, portalCommand(), { ...environment, ROLE: 'worker', METRICS_PORT: String(port) })
      await waitUntil(`worker ${name} is ready`, () => isReady(port))
    },
    async startProxy({ proxy, servers }) {
      await chmod('deploy/haproxy.cfg', 0o644)
      launch('haproxy', ['haproxy', '-db', '-f', 'deploy/haproxy.cfg'], {
        LLUM_LISTEN: `127.0.0.1:${proxy}`,
        LLUM_SERVER_A: `127.0.0.1:${servers.a}`,
        LLUM_SERVER_B: `127.0.0.1:${servers.b}`,
      })
      await waitUntil('the proxy answers', () => isReady(proxy))
    },
    async end(name, signal) {
      const program = running.get(name)!
      running.delete(name)
      return program.end(signal)
    },
    killAll: () => Promise.all([...running.values()].map((program) => program.end('SIGKILL'))),
  }
}

function portalCommand(...options: string[]): [string, ...string[]] {
  return [process.execPath, ...options, 'src/app/server/main.ts']
}

async function isReady(port: number): Promise<boolean> {
  return (await fetch(`http://127.0.0.1:${port}/readyz`)).ok
}
