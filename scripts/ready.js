// Runs before every npm script that needs installed packages, on any Node version of the machine (20 and later):
// installs the dependencies if they differ from the lock file and the hooks of the repository, and with --browser the
// browser that the tests use.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { accessSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installHooks } from './commits/install-hooks.js'

const oldestNode = [22, 19]
// Chromium without windows, in which the journeys take half the time.
const browserPackage = 'chromium-headless-shell'
const stamp = 'node_modules/.llum-lock'

installDependencies()
requireNode()
if (!process.env.CI) installHooks()
if (process.argv.includes('--browser')) requireBrowser()

function installDependencies() {
  const lock = createHash('sha256').update(readFileSync('package-lock.json')).digest('hex')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  console.log('Installing what the lock file says …')
  const installed = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    stdio: 'inherit',
  })
  if (installed.status !== 0) stop('The dependencies could not be installed; the lines above say why.')
  writeFileSync(stamp, lock)
}

function requireNode() {
  const version = execFileSync('node', ['--version'], { encoding: 'utf8' }).trim()
  const [major, minor] = version.slice(1).split('.').map(Number)
  if (major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1])) return
  stop(`Llum needs Node ${oldestNode.join('.')} or later; this machine has ${version} and no package with a later one.`)
}

function requireBrowser() {
  const missing = [!hasChromium() && browserPackage, !isOnPath('pdfinfo') && 'poppler-utils'].filter(Boolean)
  if (!missing.length) return
  // Not every distribution has the shell.
  const withChromium = missing.map((name) => (name === browserPackage ? 'chromium' : name))
  const choices = [...new Set([missing, withChromium].map((names) => `apt-get install -y ${names.join(' ')}`))]
  const install = `apt-get update && ${choices.length > 1 ? `(${choices.join(' || ')})` : choices[0]}`
  if (process.getuid?.() !== 0 || !isOnPath('apt-get'))
    stop(
      `The tests look at pages and documents with ${missing.join(' and ')}. Install them with:\n\n  sudo sh -c '${install}'\n\nor set CHROMIUM_PATH.`,
    )
  console.log(`Installing ${missing.join(' and ')} …`)
  const installed = spawnSync(
    'sh',
    ['-c', `(${install}) >/tmp/llum-apt.log 2>&1 || (tail -20 /tmp/llum-apt.log; exit 1)`],
    {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    },
  )
  if (installed.status !== 0) stop(`They could not be installed. Try: ${install}`)
}

function hasChromium() {
  const { CHROMIUM_PATH } = process.env
  return CHROMIUM_PATH
    ? existsSync(CHROMIUM_PATH)
    : [browserPackage, 'chromium', 'chromium-browser', 'google-chrome'].some(isOnPath)
}

function isOnPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), 1)
      return true
    } catch {
      return false
    }
  })
}

function stop(message) {
  console.error(`\n${message}\n`)
  process.exit(1)
}
