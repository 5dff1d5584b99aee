import type pg from 'pg'
import type { Findings } from '../failover/findings.ts'
import { onDatabase, runDistribution } from './distributed-database.ts'

/**
 * Reports how many rows each node has, and that the script of the distribution changes nothing when run again. Without
 * servers, whose jobs add months of curves.
 */
export async function tryDistribution(url: string, findings: Findings) {
  await onDatabase(url, async (pool) => {
    const before = await listParts(pool)
    await runDistribution(pool)
    const after = await listParts(pool)
    findings.report(
      'deploy/citus.sql can be run again, as after an upgrade',
      before.join() === after.join(),
      `${after.length} parts of tables`,
    )
    for (const table of ['contract', 'invoice', 'curve_day']) console.log(`     ${await countByNode(pool, table)}`)
  })
}

async function listParts(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ part: string }>(
    `select logicalrelid || '_' || shardid || ' ' || groupid as part
     from pg_dist_placement join pg_dist_shard using (shardid) order by shardid, groupid`,
  )
  return rows.map(({ part }) => part)
}

async function countByNode(pool: pg.Pool, table: string): Promise<string> {
  const { rows } = await pool.query(
    `select nodename || ':' || nodeport as node, sum(result::bigint)::text as count
     from run_command_on_placements('${table}', 'select count(*) from %s')
     group by 1 order by 1`,
  )
  return `${table}: ${(rows as { node: string; count: string }[]).map(({ node, count }) => `${count} on ${node}`).join(', ')}`
}
