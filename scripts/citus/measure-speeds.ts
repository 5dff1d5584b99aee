import { generateLoad, type LoadResult } from '../../bench/generate-load.ts'
import { findFreePorts } from '../running/programs.ts'
import { onDatabase } from './distributed-database.ts'
import { demoPassword, signIn, startPortal, type Trial } from './trial.ts'

const connections = 8
const seconds = 6

/** Prints how fast calls are answered on the cluster, beside the same server on one node of it. */
export async function measureSpeeds(trial: Trial) {
  const [port] = (await findFreePorts(1)) as [number]
  const plain = await startPortal({ name: 'plain', url: trial.plainUrl, port, folder: trial.folder })
  try {
    const origins = { plain: `http://127.0.0.1:${port}`, cluster: trial.origin }
    const holder = await findHolderWithCurve(trial.url)
    const tokens = {
      plain: await signIn(origins.plain, holder.login, demoPassword),
      cluster: await signIn(origins.cluster, holder.login, demoPassword),
    }
    console.log(
      `     ${connections} connections: answers a second, p50 and p99 in ms on one node; on the cluster; ratio of p50`,
    )
    for (const [name, path] of Object.entries(callsOf(holder))) {
      const measure = (side: 'plain' | 'cluster') =>
        generateLoad({
          ...{ address: origins[side], connections, seconds },
          requests: [{ path, headers: { authorization: `Bearer ${tokens[side]}` } }],
        })
      await measure('plain')
      await measure('cluster')
      const [one, all] = [await measure('plain'), await measure('cluster')]
      console.log(`     ${name}: ${describe(one)}; ${describe(all)}; ${(all.p50 / one.p50).toFixed(2)}`)
    }
  } finally {
    await plain.end('SIGKILL')
  }
}

function callsOf({ contract, contractId }: Holder): Record<string, string> {
  return {
    contracts: '/api/v2/contracts',
    // A limit makes every reply one that is not stored already.
    'a page of invoices': '/api/v2/invoices/?type=electricity&limit=10',
    'a contract by name': `/api/v2/contracts?filter=${encodeURIComponent(JSON.stringify([['name', '=', contract]]))}`,
    'a month by the hour': `/api/v2/contracts/${contractId}/cch/chart/hourly/?start=2026-10-01&end=2026-10-31`,
    'the user': '/api/v2/users/',
  }
}

function describe({ rate, p50, p99 }: LoadResult): string {
  return `${Math.round(rate)}/s ${p50.toFixed(1)} ${p99.toFixed(1)}`
}

type Holder = { login: string; contract: string; contractId: number }

async function findHolderWithCurve(url: string): Promise<Holder> {
  return onDatabase(url, async (pool) => {
    const { rows: points } = await pool.query(
      'select supply_point_id from curve_day group by 1 order by count(*) desc limit 20',
    )
    const { rows } = await pool.query(
      `select login, contract.name as contract, contract_id as "contractId" from contract
         join user_customer using (customer_id) join user_account using (user_id)
       where supply_point_id = any($1) and state = 'activa' order by login limit 1`,
      [points.map(({ supply_point_id }) => supply_point_id)],
    )
    return rows[0]
  })
}
