import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startServer } from '../../bench/servers.ts'
import { onDatabase } from './distributed-database.ts'
import { demoPassword, openSession, type Trial } from './trial.ts'
import { addressAs } from './try-roles.ts'

const pagePaths = [
  ...['/', '/contracts/electricity', '/contracts/gas', '/invoices', '/debt', '/revisions', '/alerts', '/power'],
  ...['/profile', '/profile/programs', '/profile/messages', '/profile/data-sharing', '/profile/security'],
  ...['/profile/sessions', '/requests', '/requests/create', '/customer-service', '/help', '/newsletter', '/connect'],
  ...['/new-electricity-customer', '/comparator', '/gas-comparator', '/omipComponent', '/claims', '/privacy'],
]

// Jobs look for what is due in all parts of a table, so that pages are asked of a server without any.
const programName = 'llum-try-pages'

/** Visits the pages of a customer, and reports the statements that several parts of a table had to answer. */
export async function tryPages(trial: Trial) {
  const address = new URL(addressAs('llum_app', trial.url))
  address.searchParams.set('application_name', programName)
  const server = await startServer('portal-server.ts', address.href, {
    PAGES: 'on',
    DATA_DIR: join(trial.folder, 'files'),
  })
  try {
    await visitPages(trial, server.address)
  } finally {
    server.child.kill()
  }
}

async function visitPages({ url, findings, cluster }: Trial, origin: string) {
  const login = await findDemoLogin(url)
  const { token, cookie } = await openSession(origin, login, demoPassword)
  const headers = { authorization: `Bearer ${token}`, cookie }
  const [contract, invoice] = await Promise.all([findContract(origin, headers), findInvoice(origin, headers)])
  const paths = [
    ...pagePaths,
    `/contracts/electricity/${contract.name}`,
    `/contracts/electricity/${contract.name}/communications`,
    `/invoices/${encodeURIComponent(invoice.number)}`,
    '/api/v2/contracts',
    '/api/v2/invoices/?type=electricity&limit=100',
    `/api/v2/invoices/${invoice.invoice_id}/check`,
    `/api/v2/contracts/${contract.id}/so-far`,
    `/api/v2/contracts/${contract.id}/forecast`,
    `/api/v2/contracts/${contract.id}/cch/chart/hourly/?start=2026-10-01&end=2026-10-31`,
    `/api/v2/contracts/${contract.id}/cch/chart/monthly/?start=2026-01-01&end=2026-10-31`,
  ]
  const before = cluster.local?.readLog().length ?? 0
  const failures: string[] = []
  for (const path of paths) {
    const { status } = await fetch(origin + path, { headers, redirect: 'follow' })
    if (status !== 200) failures.push(`${path} ${status}`)
  }
  findings.report('the pages of a customer are answered', failures.length === 0, failures.join() || `${paths.length}`)
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

/** The statements of the pages' server of which the coordinator's log says that several parts of a table answered. */
function listMultiNodeStatements(log: string): string[] {
  const entries = log.split(/^(?=\d{4}-\d\d-\d\d )/m)
  const statements = entries.flatMap((entry, index) =>
    entry.includes(programName) && entry.includes('multi-task query about to be executed')
      ? (entries.slice(index + 1, index + 4).find((each) => each.includes('STATEMENT:')) ?? [])
      : [],
  )
  const texts = statements.map((entry) =>
    entry
      .slice(entry.indexOf('STATEMENT:') + 10)
      .replace(/\s+/g, ' ')
      .trim(),
  )
  return [...new Set(texts)]
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
  return findFirst<{ id: number; name: string }>(`${origin}/api/v2/contracts?type=electricity`, headers)
}

async function findInvoice(origin: string, headers: Record<string, string>) {
  return findFirst<{ invoice_id: number; number: string }>(`${origin}/api/v2/invoices/?type=electricity`, headers)
}

async function findFirst<Item>(address: string, headers: Record<string, string>): Promise<Item> {
  const reply = await fetch(address, { headers })
  const { items } = (await reply.json()) as { items: Item[] }
  return items[0]!
}
