// Checks what ships with the code: every package comes from the registry with an integrity hash, and no tracked file
// contains what looks like a secret.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { findLockfileProblems, type Lockfile } from './supply/lockfile.ts'
import { findSecrets } from './supply/secrets.ts'

const maxBytes = 1_000_000

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
const secrets = listTrackedFiles().flatMap((file) =>
  findSecrets(readFileSync(file, 'utf8')).map(({ line, kind }) => `${file}:${line} looks like a secret: ${kind}.`),
)
const problems = [...findLockfileProblems(lockfile).map((problem) => `package-lock.json: ${problem}`), ...secrets]
for (const problem of problems) console.error(problem)
if (problems.length) process.exitCode = 1
else console.log('Every package is known by its content, and no file holds what looks like a secret.')

// A packed copy is not a checkout, and was checked where it was packed.
function listTrackedFiles(): string[] {
  if (!existsSync('.git')) return []
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return names
    .split('\0')
    .filter((name) => name && !/\.(?:png|jpe?g|gif|woff2?|pdf|zip|bz2|xlsx)$/.test(name))
    .filter((name) => existsSync(name) && statSync(name).isFile() && statSync(name).size <= maxBytes)
}
