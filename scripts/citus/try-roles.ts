import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { onDatabase } from './distributed-database.ts'
import type { Trial } from './trial.ts'

/** Creates the roles of deploy/roles.sql with their privileges, as after each migration. */
export async function createRoles(url: string) {
  const script = readFileSync(new URL('../../deploy/roles.sql', import.meta.url), 'utf8')
  await onDatabase(url, (pool) => pool.query(script))
}

/** Returns the address by which a role connects to a database. */
export function addressAs(role: string, url: string): string {
  const address = new URL(url)
  address.username = role
  address.password = ''
  return address.href
}

type Attempt = { role: string; statement: string; mayDo: boolean }

/** What a role may do with a table and with its part on a node. */
const attemptsAt = (payments: string, signatures: string, invoices: string): Attempt[] => [
  { role: 'llum_app', statement: `select count(*) from ${payments}`, mayDo: true },
  { role: 'llum_app', statement: `delete from ${payments}`, mayDo: false },
  { role: 'llum_app', statement: `update ${payments} set amount_cents = 1`, mayDo: false },
  { role: 'llum_app', statement: `drop table ${payments}`, mayDo: false },
  { role: 'llum_report', statement: `select count(*) from ${invoices}`, mayDo: true },
  { role: 'llum_report', statement: `select code_hash from ${signatures}`, mayDo: false },
  { role: 'llum_report', statement: `delete from ${invoices}`, mayDo: false },
  { role: 'llum_backup', statement: `select count(*) from ${signatures}`, mayDo: true },
  { role: 'llum_backup', statement: `delete from ${signatures}`, mayDo: false },
]

const attemptsOnCoordinator: Attempt[] = [
  ...attemptsAt('payment_entry', 'signature', 'invoice'),
  { role: 'llum_app', statement: 'truncate payment_entry', mayDo: false },
  { role: 'llum_report', statement: 'select user_id, login from user_account limit 1', mayDo: true },
  { role: 'llum_report', statement: 'select password_hash from user_account', mayDo: false },
  { role: 'llum_report', statement: 'select * from session', mayDo: false },
]

/** Reports whether the roles may do what they should, and no more, on the coordinator and on the nodes themselves. */
export async function tryRoles({ url, cluster, findings }: Trial) {
  // Once more, as after an upgrade.
  await createRoles(url)
  const wrong = await listWrong(url, attemptsOnCoordinator)
  let count = attemptsOnCoordinator.length
  for (const worker of cluster.workers) {
    const node = new URL(worker)
    node.pathname = new URL(url).pathname
    const [payments, signatures, invoices] = await onDatabase(url, async (pool) => {
      const tables = ['payment_entry', 'signature', 'invoice']
      return Promise.all(tables.map((table) => findPartOn(pool, table, node)))
    })
    const attempts = attemptsAt(payments!, signatures!, invoices!)
    count += attempts.length
    wrong.push(...(await listWrong(node.href, attempts)))
  }
  findings.report(
    'the roles of deploy/roles.sql are restricted on every node',
    wrong.length === 0,
    `${count} statements tried${wrong.length ? `, wrong: ${wrong.join('; ')}` : ''}`,
  )
}

async function listWrong(url: string, attempts: readonly Attempt[]): Promise<string[]> {
  const wrong: string[] = []
  for (const { role, statement, mayDo } of attempts) {
    const code = await onDatabase(addressAs(role, url), (pool) => pool.query(statement)).then(
      () => 'done',
      (error: { code?: string }) => error.code ?? String(error),
    )
    if (code !== (mayDo ? 'done' : '42501')) wrong.push(`${role}: ${statement}: ${code}`)
  }
  return wrong
}

async function findPartOn(pool: pg.Pool, table: string, node: URL): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select shard_name as name from citus_shards where table_name = $1::regclass and nodename = $2 and nodeport = $3 limit 1`,
    [table, node.hostname, Number(node.port || 5432)],
  )
  return rows[0]!.name
}
