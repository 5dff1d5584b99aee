import { setTimeout as pause } from 'node:timers/promises'
import { onDatabase } from './distributed-database.ts'
import { demoPassword, openSession, type Trial } from './trial.ts'

const customerPages = ['/', '/contracts/electricity', '/invoices', '/profile', '/help', '/requests']

/** Visits the pages of a customer, and reports the statements that several parts of a table had to answer. */
export async function tryPages(trial: Trial) {
  const { origin, url, findings, cluster } = trial
  const login = await findDemoLogin(url)
  const { token, cookie } = await openSession(origin, login, demoPassword)
  const headers = { authorization: `Bearer ${token}`, cookie }
  const contract = await findContract(origin, headers)
  const paths = [
    ...customerPages,
    `/contracts/electricity/${contract.name}`,
    '/api/v2/contracts',
    '/api/v2/invoices/?type=electricity&limit=100',
    `/api/v2/contracts/${contract.id}/cch/chart/hourly/?start=2026-10-01&end=2026-10-31`,
    `/api/v2/contracts/${contract.id}/cch/chart/monthly/?start=2026-01-01&end=2026-10-31`,
  ]
  const before = cluster.local?.readLog().length ?? 0
  const statuses = []
  for (const path of paths) statuses.push((await fetch(origin + path, { headers, redirect: 'follow' })).status)
  findings.report(
    'the pages of a customer are answered',
    statuses.every((status) => status === 200),
    statuses.join(),
  )
  if (!cluster.local) return
  await pause(500)
  const statements = listMultiNodeStatements(cluster.local.readLog().slice(before))
  for (const statement of statements) console.log(`     ${statement.slice(0, 160)}`)
  findings.report(
    'each of their statements is answered by one node',
    statements.length === 0,
    `${paths.length} pages and calls, ${statements.length} statements of several nodes`,
  )
}

/** The statements of customers after which the coordinator's log says that several parts of a table answered. */
function listMultiNodeStatements(log: string): string[] {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d )/m)
  const statements = entries.flatMap((entry, index) =>
    entry.includes('multi-task query about to be executed')
      ? (entries.slice(index + 1, index + 4).find((each) => each.includes('STATEMENT:')) ?? [])
      : [],
  )
  const texts = statements.map((entry) =>
    entry
      .slice(entry.indexOf('STATEMENT:') + 10)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return [...new Set(texts)].filter((text) => !isOfJobs(text))
}

// Jobs look for what is due in all parts of a table, whoever visits a page meanwhile.
function isOfJobs(statement: string): boolean {
  return /\b(due|position|requested_at|check_at|ask_at|expires_at|citus)\b/.test(statement)
}

async function findDemoLogin(url: string): Promise<string> {
  return onDatabase(url, async (pool) => {
    const { rows } = await pool.query(
      `select login from user_account join user_customer using (user_id) where role = 'customer'
       group by login having count(*) = 1 order by login limit 1`,
    )
    return rows[0].login
  })
}

async function findContract(origin: string, headers: Record<string, string>) {
  const reply = await fetch(`${origin}/api/v2/contracts?type=electricity`, { headers })
  const { items } = (await reply.json()) as { items: { id: number; name: string }[] }
  return items[0]!
}
