import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { problemRouteId } from '../rendering.ts'

type ManifestEntry = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }
export type Manifest = Record<string, ManifestEntry>

/** Which routes a page shows, and the retailer's colour as #rrggbb. */
export type Dress = { routeIds: string[]; nonce: string; brand: string }

/** Where a script is, and the digest that it must have. */
export type BuiltScript = { address: string; integrity: string }

/** Puts styles and scripts into a finished page. */
export type Assets = {
  isDevelopment: boolean
  dress(html: string, dress: Dress): string
  /** The script that reports errors of pages, where it is built. */
  reporter?: BuiltScript & { imports: readonly BuiltScript[] }
}

const queryClient = 'src/app/web/query-client.ts'
const errorPages = 'src/app/web/error-pages.tsx'

/** A program's manifest, and its source files: where it starts in the browser, its frame, the screens of its pages by their paths. */
export type ProgramFiles = { manifest: string; entry: string; office: string; screens: Record<string, string> }

/**
 * The built files, by route: the styles of a page stand inside it, so that it is drawn as soon as it arrives; scripts come
 * after the first picture, those of the page fetched beside the entry instead of one behind the other. Browsers run none of
 * these that is not what was built.
 */
export function builtAssets({
  folder,
  basePath,
  program,
}: {
  folder: string
  basePath: string
  program: ProgramFiles
}): Assets {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', program.manifest), 'utf8')) as Manifest
  const scriptOf = builtScripts(folder, basePath)
  const styles = new Map<string, string>()

  function styleOf(file: string): string {
    const known = styles.get(file)
    if (known !== undefined) return known
    // Addresses inside a style sheet are relative to its file, which inside a page they no longer are.
    const text = readFileSync(join(folder, file), 'utf8').replace(
      /url\(\.?\/?([\w.-]+)\)/g,
      `url(${basePath}/${dirname(file)}/$1)`,
    )
    styles.set(file, text)
    return text
  }

  return {
    isDevelopment: false,
    reporter: reporterOf(folder, scriptOf),
    dress(html, { routeIds, nonce, brand }) {
      const modules = [program.entry, ...routeIds.flatMap((routeId) => modulesOf(routeId, program))]
      const chunks = chunksOf(manifest, modules)
      const sheets = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
      const css = sheets.map(styleOf).join('\n')
      const script = starter(
        chunks.map((chunk) => scriptOf(chunk.file)),
        sheets.map((file) => `${basePath}/${file}`),
      )
      const font = Object.values(manifest).find(({ file }) => /latin-wght-normal.*\.woff2$/.test(file))?.file
      const preload = font
        ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${basePath}/${font}">`
        : ''
      return html
        .replace('</head>', () => `${preload}<style nonce="${nonce}">${css}${brandRule(brand)}</style></head>`)
        .replace('</body>', () => `<script nonce="${nonce}">${script}</script></body>`)
    },
  }
}

const reporter = 'src/app/web/error-reports/entry.ts'

function reporterOf(folder: string, scriptOf: (file: string) => BuiltScript): Assets['reporter'] {
  const list = join(folder, '.vite/reports-manifest.json')
  if (!existsSync(list)) return undefined
  const chunks = chunksOf(JSON.parse(readFileSync(list, 'utf8')) as Manifest, [reporter])
  const [entry, ...imports] = chunks.map(({ file }) => scriptOf(file))
  return { ...entry!, imports }
}

function builtScripts(folder: string, basePath: string): (file: string) => BuiltScript {
  const digests = JSON.parse(readFileSync(join(folder, '.vite/integrity.json'), 'utf8')) as Record<string, string>
  return (file) => {
    const integrity = digests[file]
    if (!integrity) throw new Error(`The build has no digest of ${file}.`)
    return { address: `${basePath}/${file}`, integrity }
  }
}

/** The style rule of the retailer's colour, from which tokens.css derives the others, wherever that sheet comes to stand. */
export function brandRule(color: string): string {
  return `:root:root{--brand:${color}}`
}

/** The source modules that a route is drawn by; a route without any has no screen of its own. */
export function modulesOf(routeId: string, { office, screens }: Pick<ProgramFiles, 'office' | 'screens'>): string[] {
  if (routeId === '/_office') return [office, queryClient]
  if (routeId === problemRouteId) return [errorPages]
  const screen = screens[routeId.replace(/^\/_office/, '') || '/']
  return screen ? [screen] : []
}

/** The chunks of some modules with everything they import at once, each once, entry first. */
export function chunksOf(manifest: Manifest, modules: string[]): ManifestEntry[] {
  const found = new Map<string, ManifestEntry>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || found.has(name)) return
    found.set(name, chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const module of modules) visit(module)
  return [...found.values()]
}

/**
 * Waits until the page has been drawn, which is so when a second frame begins, then fetches all it needs side by side. A
 * chunk would fetch its sheet before it runs; a link to it, which is disabled, tells that the page has it already.
 */
function starter([first, ...others]: BuiltScript[], sheets: readonly string[]): string {
  const pairs = others.map(({ address, integrity }) => [address, integrity])
  const add = `const add=(name,members)=>document.head.append(Object.assign(document.createElement(name),members))`
  const present = `for(const href of ${JSON.stringify(sheets)})add('link',{rel:'stylesheet',disabled:true,href})`
  const preload = `for(const[href,integrity]of ${JSON.stringify(pairs)})add('link',{rel:'modulepreload',integrity,href})`
  // Where the script does not come, pages with forms that need it say so, and let nobody type on into them.
  const failed = `()=>{document.documentElement.dataset.scriptFailed='';for(const form of document.querySelectorAll('[data-needs-script]'))form.inert=true}`
  const entry = `add('script',{type:'module',integrity:${JSON.stringify(first!.integrity)},src:${JSON.stringify(first!.address)},onerror:${failed}})`
  const start = `()=>requestAnimationFrame(()=>setTimeout(()=>{${add};${present};${preload};${entry}},0))`
  return `{const s=()=>requestAnimationFrame(${start});document.readyState==='loading'?document.addEventListener('DOMContentLoaded',s):s()}`
}
