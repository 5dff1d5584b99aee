import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { installHooks } from './install-hooks.js'

let folder: string

beforeEach(() => {
  // What a hook that runs this test passes on would point at its own repository.
  for (const name of Object.keys(process.env)) if (name.startsWith('GIT_')) vi.stubEnv(name, undefined)
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null')
  vi.stubEnv('GIT_CONFIG_SYSTEM', '/dev/null')
  folder = mkdtempSync(join(tmpdir(), 'llum-hooks-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

const git = (...parameters: string[]) => execFileSync('git', ['-C', folder, ...parameters], { encoding: 'utf8' }).trim()
const hooksPath = () => spawnSync('git', ['-C', folder, 'config', 'core.hooksPath'], { encoding: 'utf8' }).stdout.trim()

describe('installation', () => {
  test('configures a new checkout once', () => {
    git('init', '--quiet')
    expect([installHooks(folder), hooksPath(), installHooks(folder)]).toEqual([true, '.githooks', false])
  })

  test('does nothing without a repository', () => expect(installHooks(folder)).toBe(false))

  test('does nothing without Git', () => {
    git('init', '--quiet')
    vi.stubEnv('PATH', folder)
    expect(installHooks(folder)).toBe(false)
  })

  test('keeps a configured folder', () => {
    git('init', '--quiet')
    git('config', 'core.hooksPath', '/own')
    expect([installHooks(folder), hooksPath()]).toEqual([false, '/own'])
  })

  test('keeps hooks that are installed in the repository', () => {
    git('init', '--quiet')
    mkdirSync(join(folder, '.git/hooks'), { recursive: true })
    writeFileSync(join(folder, '.git/hooks/pre-push'), '')
    expect([installHooks(folder), hooksPath()]).toEqual([false, ''])
  })

  test('leaves a repository alone that only contains the folder', () => {
    git('init', '--quiet')
    mkdirSync(join(folder, 'vendor'))
    expect([installHooks(join(folder, 'vendor')), hooksPath()]).toEqual([false, ''])
  })
})

describe('a commit', () => {
  beforeEach(() => {
    git('init', '--quiet')
    git('config', 'user.name', 'Mar')
    git('config', 'user.email', 'mar@example.test')
    for (const path of ['.githooks', 'scripts', 'package.json', 'biome.json'])
      cpSync(path, join(folder, path), { recursive: true })
    symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'))
    writeFileSync(join(folder, '.gitignore'), 'node_modules\n')
    installHooks(folder)
    mkdirSync(join(folder, 'src'))
  })

  const commit = (subject: string) => {
    const { status, stderr } = spawnSync('git', ['-C', folder, 'commit', '-m', subject], { encoding: 'utf8' })
    return { isDone: status === 0, stderr }
  }
  const stage = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    git('add', name)
  }

  test('with a plain subject and formatted files is made', () => {
    stage('src/power limit.ts', 'export const maxPower = 15\n')
    expect(commit('Limit the power')).toMatchObject({ isDone: true })
  })

  test('with a long subject is refused', () => {
    stage('src/limit.ts', 'export const maxPower = 15\n')
    const { isDone, stderr } = commit('a'.repeat(73))
    expect([isDone, stderr]).toEqual([false, expect.stringContaining('the limit is 72')])
  })

  test('with an unformatted file is refused', () => {
    stage('src/limit.ts', 'export const maxPower  = "15";\n')
    expect(commit('Limit the power').isDone).toBe(false)
  })

  test('with a generic name is refused', () => {
    stage('src/limit.ts', 'export type Wanted = number\n')
    const { isDone, stderr } = commit('Limit the power')
    expect([isDone, stderr]).toEqual([false, expect.stringContaining('src/limit.ts:1: Wanted')])
  })

  test('does not check files that are not part of it', () => {
    stage('src/limit.ts', 'export const maxPower = 15\n')
    writeFileSync(join(folder, 'src/draft.ts'), 'export type Wanted = "1";\n')
    expect(commit('Limit the power').isDone).toBe(true)
  })

  test('that only deletes files is made', () => {
    stage('src/limit.ts', 'export const maxPower = 15\n')
    commit('Limit the power')
    git('rm', '--quiet', 'src/limit.ts')
    expect(commit('Drop the limit').isDone).toBe(true)
  })
})
