import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { environmentNames } from '#app/server/process/environment.ts'

// Checks the compose file by hand: no maintained package includes the schema of the Compose Specification, and `docker
// compose config`, which knows it, is not on every machine.

type Service = {
  image: string
  command?: string[]
  environment: Record<string, string>
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  stop_grace_period?: string
  volumes: string[]
  depends_on: string[] | Record<string, { condition: string }>
  restart: string
}

const compose = parse(readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8'), { merge: true }) as {
  services: Record<string, Service>
  volumes: Record<string, null>
}
const { services } = compose
const own = Object.entries(services).filter(([, { image }]) => image === 'llum')

test('there are a database, two servers, a worker, a migration, a roles job after it, and a proxy', () => {
  expect(Object.keys(services).sort()).toEqual([
    'database',
    'migrate',
    'proxy',
    'roles',
    'server-a',
    'server-b',
    'worker',
  ])
  const roles = own.map(([name, { environment }]) => [name, environment.ROLE])
  expect(Object.fromEntries(roles)).toEqual({
    migrate: undefined,
    'server-a': 'server',
    'server-b': 'server',
    worker: 'worker',
  })
})

test.each(own)('%s has a read-only file system, no privileges, and time for a graceful shutdown', (_, service) => {
  expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
  expect(Number.parseInt(service.stop_grace_period!, 10)).toBeGreaterThan(25)
  expect(service.volumes).toContain('files:/data')
})

test.each(own)('%s gets only environment variables that the program knows', (_, { environment }) => {
  expect(environmentNames).toEqual(expect.arrayContaining(Object.keys(environment)))
})

test('servers and workers wait for the roles, the roles for the migration, and the migration for the database', () => {
  for (const name of ['server-a', 'server-b', 'worker'])
    expect(services[name]!.depends_on).toEqual({ roles: { condition: 'service_completed_successfully' } })
  expect(services.roles!.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
  expect(services.migrate!.depends_on).toEqual({ database: { condition: 'service_healthy' } })
  expect(services.migrate!.restart).toBe('on-failure')
})

test('only the migration connects as the owner of the tables, servers and workers do not', () => {
  for (const name of ['server-a', 'server-b', 'worker']) {
    expect(services[name]!.environment.DATABASE_URL).toMatch(/^postgres:\/\/llum_app:/)
    expect(services[name]!.environment).not.toHaveProperty('MIGRATE_DATABASE_URL')
  }
  expect(services.migrate!.environment.MIGRATE_DATABASE_URL).toMatch(/^postgres:\/\/llum:/)
})

test('the proxy knows both servers, and every named volume is declared', () => {
  const { environment, volumes, depends_on: needs } = services.proxy!
  expect([environment.LLUM_SERVER_A, environment.LLUM_SERVER_B]).toEqual(['server-a:3000', 'server-b:3000'])
  expect(needs).toEqual(['server-a', 'server-b'])
  const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes)
  expect(volumes[0]).toMatch(/^\.\/haproxy\.cfg:/)
  const named = mounted.map((volume) => volume.split(':')[0]!).filter((name) => !name.startsWith('.'))
  expect([...new Set(named)].sort()).toEqual(Object.keys(compose.volumes).sort())
})
