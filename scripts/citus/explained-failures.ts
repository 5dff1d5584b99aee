/**
 * Test files some of whose tests cannot hold where tables are distributed, with the reason. They run all the same;
 * docs/running/scale.md lists them.
 */
export const explainedFailures: Record<string, string> = {
  'src/app/server/wiring/versioned-replies.test.ts':
    'asks PostgreSQL for the plan of a statement for any values, which Citus makes for given values only',
  'src/app/server/wiring/operator-roles.test.ts': 'records writes with a trigger, whose table is on the coordinator',
  'src/app/server/http/bad-input.test.ts': 'records writes with a trigger, whose table is on the coordinator',
  'src/app/server/process/readiness.test.ts': 'refuses writes with a trigger, which reference tables do not have',
  'src/app/server/process/check-database.test.ts': 'drops the schema, and with it what Citus keeps of its tables',
  'src/app/server/process/migration.test.ts': 'drops the schema, and with it what Citus keeps of its tables',
  'scripts/portal.test.ts': 'opens a database that was never migrated, and so never distributed',
  'scripts/deploy/citus.test.ts': 'replaces the functions of Citus by others, on a database without it',
  'scripts/deploy/roles.test.ts': 'grants columns, which Citus does not: deploy/roles.sql is for one node',
}
