import { chmodSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePorts, runCommand, waitUntil } from '../running/programs.ts'

/** A PostgreSQL primary with a streaming replica. */
export type Cluster = {
  /** The connection string of both, as programs receive it. */
  url: string
  /** Stops the primary from sending anything, even a connection close, as when its machine is cut off. */
  freezePrimary(): void
  /** Promotes the replica to primary, with the command of docs/running/failover.md. */
  promoteReplica(): void
  stop(): void
}

/**
 * Starts a primary and a replica in a folder. A commit is confirmed once the replica has it on disk, so that no
 * confirmed write is lost with the primary.
 */
export async function startCluster({ folder, bin }: { folder: string; bin: string }): Promise<Cluster> {
  const clusterFolder = join(folder, 'postgres')
  mkdirSync(clusterFolder)
  if (process.getuid?.() === 0) runCommand(['chown', 'postgres', clusterFolder])
  chmodSync(folder, 0o755)
  const [primaryPort, replicaPort] = (await findFreePorts(2)) as [number, number]
  const primary = join(clusterFolder, 'primary')
  const replica = join(clusterFolder, 'replica')
  const psql = (port: number, statement: string) =>
    asPostgres(`${bin}/psql -h 127.0.0.1 -p ${port} -U postgres -At -c "${statement}"`)
  const startServer = (data: string, port: number) =>
    asPostgres(
      `${bin}/pg_ctl -D ${data} -w -l ${data}.log -o '-p ${port} -k ${clusterFolder} -c listen_addresses=127.0.0.1' start >/dev/null`,
    )

  asPostgres(`${bin}/initdb -D ${primary} -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 >/dev/null`)
  startServer(primary, primaryPort)
  asPostgres(
    `${bin}/pg_basebackup -h 127.0.0.1 -p ${primaryPort} -U postgres -D ${replica} -R -X stream -C -S replica --checkpoint=fast`,
  )
  startServer(replica, replicaPort)
  psql(primaryPort, "alter system set synchronous_standby_names = 'ANY 1 (*)'")
  psql(primaryPort, 'select pg_reload_conf()')
  await waitUntil('the replica follows', async () =>
    /^(sync|quorum)$/m.test(psql(primaryPort, 'select sync_state from pg_stat_replication')),
  )

  const frozen: number[] = []
  return {
    url: `postgres://postgres@127.0.0.1:${primaryPort},127.0.0.1:${replicaPort}/postgres`,
    freezePrimary() {
      const [pid] = readFileSync(join(primary, 'postmaster.pid'), 'utf8').split('\n')
      frozen.push(...listProcessTree(Number(pid)))
      for (const each of frozen) process.kill(each, 'SIGSTOP')
    },
    promoteReplica: () => void asPostgres(`${bin}/pg_ctl -D ${replica} -w promote >/dev/null`),
    stop() {
      for (const each of frozen) process.kill(each, 'SIGKILL')
      for (const data of [replica, primary])
        try {
          asPostgres(`${bin}/pg_ctl -D ${data} -m immediate stop >/dev/null 2>&1`)
        } catch {
          // It had already ended.
        }
    },
  }
}

// The main process and those that serve its connections.
function listProcessTree(parent: number): number[] {
  const others = readdirSync('/proc').map(Number).filter(Boolean)
  return [parent, ...others.filter((pid) => parentOf(pid) === parent)]
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

// PostgreSQL servers refuse to run as root.
function asPostgres(command: string): string {
  if (process.getuid?.() === 0) return runCommand(['su', 'postgres', '-s', '/bin/sh', '-c', command])
  return runCommand(['sh', '-c', command])
}
