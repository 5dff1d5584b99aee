import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync } from 'node:fs'
import { resolve } from 'node:path'

export const hooksFolder = '.githooks'

/**
 * Makes the hooks of the repository run in this checkout, unless the folder is no checkout of its own or hooks are
 * configured or installed already. Returns whether it configured them.
 * @param {string} [folder]
 */
export function installHooks(folder = '.') {
  /** @param {string[]} parameters */
  const git = (...parameters) => {
    const { status, stdout } = spawnSync('git', ['-C', folder, ...parameters], { encoding: 'utf8', stdio: 'pipe' })
    return status === 0 ? stdout.trim() : null
  }
  // A worktree has a file `.git`. A folder inside another repository has none, and the hooks there belong to that one.
  if (!existsSync(resolve(folder, '.git'))) return false
  const top = git('rev-parse', '--show-toplevel')
  if (!top || realpathSync(top) !== realpathSync(folder)) return false
  if (git('config', '--get', 'core.hooksPath') !== null) return false
  const installed = resolve(folder, git('rev-parse', '--git-path', 'hooks') ?? '')
  if (existsSync(installed) && readdirSync(installed).some((name) => !name.endsWith('.sample'))) return false
  return git('config', '--local', 'core.hooksPath', hooksFolder) !== null
}
