// `npm run try-image`: where no image can be built, replays the stages of the Dockerfile in local folders, and runs the
// result as an unprivileged user on read-only files: server, commands and health check.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Instruction, parseCopy, parseDockerfile, type Stage } from './deploy/parse-dockerfile.ts'
import { findFreePorts, waitUntil } from './running/programs.ts'

const nobody = 65_534
const root = new URL('..', import.meta.url).pathname
const imageFolder = mkdtempSync(join(tmpdir(), 'llum-image-'))
const node = dirname(process.execPath)
const stages = parseDockerfile(new URL('../Dockerfile', import.meta.url))
const finalStage = stages.at(-1)!
const folders = new Map<string, string>()

try {
  for (const stage of stages) build(stage)
  await tryImage(folders.get('')!)
  console.log('The image, as far as it can be tried without one, works.')
} finally {
  rmSync(imageFolder, { recursive: true, force: true })
}

function build({ name = '', instructions }: Stage) {
  const folder = join(imageFolder, name || 'image')
  folders.set(name, folder)
  mkdirSync(join(folder, 'app'), { recursive: true })
  for (const instruction of instructions) runInstruction(instruction, folder)
}

/** Runs an instruction with the stage's folder as root. Instructions that only describe the image are skipped. */
function runInstruction(instruction: Instruction, folder: string) {
  const { word, rest } = instruction
  if (word !== 'COPY' && word !== 'RUN') return
  console.log(`${word} ${rest}`)
  if (word === 'COPY') return copy(instruction, folder)
  const command = rest.replaceAll(' /data', ` ${folder}/data`)
  execFileSync('sh', ['-c', command], { cwd: join(folder, 'app'), stdio: ['ignore', 'inherit', 'inherit'] })
}

function copy(instruction: Instruction, folder: string) {
  const { from, sources, target } = parseCopy(instruction)
  for (const source of sources) {
    const origin = from ? join(folders.get(from)!, source) : join(root, source)
    const there = join(folder, 'app', target.endsWith('/') ? join(target, source) : target)
    cpSync(origin, there, { recursive: true, filter: (path) => Boolean(from) || !isIgnored(path.slice(root.length)) })
  }
}

function isIgnored(path: string): boolean {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').split('\n')
  return path.startsWith('scripts/failover') || (/\.test\.tsx?$/.test(path) && ignored.includes('**/*.test.ts'))
}

async function tryImage(folder: string) {
  const app = join(folder, 'app')
  const data = join(folder, 'data')
  if (process.getuid?.() === 0) execFileSync('chown', [`${nobody}:${nobody}`, data])
  execFileSync('chmod', ['755', imageFolder])
  execFileSync('chmod', ['-R', 'a-w,a+rX', app])
  const [port, operations] = (await findFreePorts(2)) as [number, number]
  const environment = finalStage.instructions
    .find(({ word }) => word === 'ENV')!
    .rest.split(' ')
    .map((each) => each.split('='))
  const env = {
    ...Object.fromEntries(environment),
    PATH: `${node}:/usr/bin:/bin`,
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    PORT: String(port),
    METRICS_PORT: String(operations),
    DATA_DIR: data,
  }
  const as = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {}
  const parseArguments = (name: string) =>
    JSON.parse(finalStage.instructions.find(({ word }) => word === name)!.rest.replace(/^.*?(?=\[)/, '')) as string[]

  const [program, ...rest] = parseArguments('CMD')
  const server = spawn(program!, rest, { cwd: app, env, ...as, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    await waitUntil('the server answers', async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).ok, 120)
    const page = await fetch(`http://127.0.0.1:${port}/login`)
    if (!page.ok || !(await page.text()).includes('<form'))
      throw new Error(`The sign-in page is not available: ${page.status}.`)
    const [probe, ...probing] = parseArguments('HEALTHCHECK')
    execFileSync(probe!, probing, { env, cwd: app, ...as })
    const setting = execFileSync('node', ['scripts/portal.ts', 'settings', 'get', 'invoices.itemsPerPage'], {
      env,
      cwd: app,
      ...as,
    })
    if (!String(setting).includes('100')) throw new Error(`A command does not work: ${setting}`)
    execFileSync('node', ['--check', 'scripts/migrate.ts'], { env, cwd: app, ...as })
    if (existsSync(join(app, 'node_modules/vite')) || globSync('**/*.test.ts', { cwd: join(app, 'src') }).length)
      throw new Error('The image contains packages that only building or testing needs.')
  } finally {
    const ended = new Promise((done) => server.once('exit', done))
    server.kill('SIGTERM')
    if (server.exitCode === null) console.log(`The server ended with ${await ended}.`)
  }
}
