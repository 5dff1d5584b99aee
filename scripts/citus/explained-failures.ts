/**
 * Test files some of whose tests cannot hold where tables are distributed, with the reason. They run all the same;
 * docs/running/scale.md lists them.
 */
export const explainedFailures: Record<string, string> = {
  'src/app/server/wiring/versioned-replies.test.ts':
    'ask PostgreSQL for the plan of a statement for any values, which Citus makes for given values only',
  'src/app/server/http/bad-input.test.ts': 'record writes by a trigger on the nodes, whose table is on the coordinator',
  'src/app/server/wiring/every-call.test.ts':
    'record writes by a trigger on the nodes, whose table is on the coordinator',
  'src/app/server/process/check-database.test.ts': 'drop the schema, and with it what Citus knows of its tables',
  'src/app/server/process/migration.test.ts': 'drop the schema, or change the width of ids, which Citus refuses',
  'src/domains/changes/server/complete-change.test.ts':
    'wait until the coordinator reports a lock, which is held on a node there',
  'src/domains/consumption/server/curve/curve-months.test.ts':
    'add a month in a transaction that stays open, which holds up all days there; read the names of parts in plans, which have a suffix on a node',
  'db/demo/curves/curves.test.ts':
    'join contracts with their curves in one statement, which are on different nodes there',
  'scripts/deploy/citus.test.ts': 'replace the functions of Citus by others, on a database without it',
}
