// What is delivered with the code: every package comes from the registry and is known by its content, and no file that is
// kept holds what looks like a secret.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { type Lockfile, lockfileProblems } from './supply/lockfile.ts'
import { secretsIn } from './supply/secrets.ts'

const largestBytes = 1_000_000

const lockfile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lockfile
const secrets = keptFiles().flatMap((file) =>
  secretsIn(readFileSync(file, 'utf8')).map(({ line, kind }) => `${file}:${line} looks like a secret: ${kind}.`),
)
const problems = [...lockfileProblems(lockfile).map((problem) => `package-lock.json: ${problem}`), ...secrets]
for (const problem of problems) console.error(problem)
if (problems.length) process.exitCode = 1
else console.log('Every package is known by its content, and no file holds what looks like a secret.')

// A packed copy is no checkout, and has been looked at where it was packed.
function keptFiles(): string[] {
  if (!existsSync('.git')) return []
  const names = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  return names
    .split('\0')
    .filter((name) => name && !/\.(?:png|jpe?g|gif|woff2?|pdf|zip|bz2|xlsx)$/.test(name))
    .filter((name) => existsSync(name) && statSync(name).isFile() && statSync(name).size <= largestBytes)
}
