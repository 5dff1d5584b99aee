import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { pageDataId, problemRouteId } from '#app/rendering-program.ts'
import { parseStyles, selectStyles } from './first-styles.ts'
import { pathOfSheets, sheetReader } from './page-sheets.ts'
import type { PageAdditions } from './page-template.ts'

type ManifestEntry = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[]; isEntry?: boolean }
export type Manifest = Record<string, ManifestEntry>

/** The routes of a page, the names by which it is styled, and the retailer's colour as #rrggbb. */
export type PageAssetsInput = { routeIds: string[]; styleNames: string[]; nonce: string; brand: string }

/** The URL of a script, and the digest that it must have. */
export type BuiltScript = { address: string; integrity: string }

/** The styles and scripts of pages. */
export type Assets = {
  isDevelopment: boolean
  /** Returns what a page adds to its head and body. */
  additionsOf(input: PageAssetsInput): Omit<PageAdditions, 'bodyStart'>
  /** The script that reports errors of pages, if it was built. */
  reporter?: BuiltScript & { imports: readonly BuiltScript[] }
}

const queryClient = 'src/app/web/query-client.ts'
const errorPages = 'src/app/web/error-pages.tsx'

/**
 * A program's manifest, and its source files: the browser entry, the layout, the screens of its pages by their paths.
 */
export type ProgramFiles = { manifest: string; entry: string; layout: string; screens: Record<string, string> }

/**
 * Loads the built files by route. The rules that a page is styled by are inlined, so that it renders as soon as it
 * arrives. Its style sheets load after the first paint, with the font that they name, and its scripts, with the page's
 * own in parallel to the entry instead of after it. Browsers run none of them unless it matches the build.
 */
export function loadBuiltAssets({
  folder,
  basePath,
  program,
}: {
  folder: string
  basePath: string
  program: ProgramFiles
}): Assets {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', program.manifest), 'utf8')) as Manifest
  const scriptOf = loadScriptDigests(folder, basePath)
  const sheetOf = sheetReader(folder, basePath)

  // Collected once per combination of routes, as rendering a page takes little longer.
  const assetsByRoutes = new Map<string, RouteAssets>()

  function assetsOf(routeIds: readonly string[]) {
    const key = routeIds.join(' ')
    const cached = assetsByRoutes.get(key)
    if (cached) return cached
    const modules = [program.entry, ...routeIds.flatMap((routeId) => modulesOf(routeId, program))]
    const chunks = chunksOf(manifest, modules)
    const sheets = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))]
    const sheetAddress = basePath + pathOfSheets(sheets)
    const scripts = chunks.map((chunk) => scriptOf(chunk.file))
    const script = renderLoaderScript(scripts, { sheetAddress, sheets: sheets.map((file) => `${basePath}/${file}`) })
    const rules = sheets.flatMap((file) => parseStyles(sheetOf(file)))
    const styles = new LRUCache<string, string>({ max: maxStylesPerRoute })
    const assets = { rules, styles, sheetAddress, script }
    assetsByRoutes.set(key, assets)
    return assets
  }

  function firstStylesOf({ rules, styles }: RouteAssets, names: readonly string[]): string {
    const key = names.join(' ')
    const css = styles.get(key) ?? selectStyles(rules, new Set(names))
    styles.set(key, css)
    return css
  }

  return {
    isDevelopment: false,
    reporter: reporterOf(folder, scriptOf),
    additionsOf({ routeIds, styleNames, nonce, brand }) {
      const assets = assetsOf(routeIds)
      const first = `<style nonce="${nonce}" id="${firstStylesId}">${firstStylesOf(assets, styleNames)}</style>`
      const whole = `<noscript><link rel="stylesheet" href="${assets.sheetAddress}"></noscript>`
      return {
        head: `${first}${whole}<style nonce="${nonce}">${brandStyleRule(brand)}</style>`,
        body: `<script nonce="${nonce}">${assets.script}</script>`,
      }
    },
  }
}

const firstStylesId = 'first-styles'
// Pages of a route differ by what they contain.
const maxStylesPerRoute = 40

/** What the pages of a combination of routes load; `styles` are the rules that apply to the names in the key. */
type RouteAssets = {
  rules: ReturnType<typeof parseStyles>
  styles: LRUCache<string, string>
  sheetAddress: string
  script: string
}

const reporterSource = 'src/app/web/error-reports/entry.ts'

function reporterOf(folder: string, scriptOf: (file: string) => BuiltScript): Assets['reporter'] {
  const list = join(folder, '.vite/reports-manifest.json')
  if (!existsSync(list)) return undefined
  const chunks = chunksOf(JSON.parse(readFileSync(list, 'utf8')) as Manifest, [reporterSource])
  const [entry, ...imports] = chunks.map(({ file }) => scriptOf(file))
  return { ...entry!, imports }
}

function loadScriptDigests(folder: string, basePath: string): (file: string) => BuiltScript {
  const digests = JSON.parse(readFileSync(join(folder, '.vite/integrity.json'), 'utf8')) as Record<string, string>
  return (file) => {
    const integrity = digests[file]
    if (!integrity) throw new Error(`The build has no digest of ${file}.`)
    return { address: `${basePath}/${file}`, integrity }
  }
}

/**
 * Returns the style rule of the retailer's colour, from which tokens.css derives the others, wherever that sheet is
 * placed.
 */
export function brandStyleRule(color: string): string {
  return `:root:root{--brand:${color}}`
}

/** Returns the source modules that render a route; a route without any has no screen of its own. */
export function modulesOf(routeId: string, { layout, screens }: Pick<ProgramFiles, 'layout' | 'screens'>): string[] {
  if (routeId === '/_app') return [layout, queryClient]
  if (routeId === problemRouteId) return [errorPages]
  const screen = screens[routeId.replace(/^\/_app/, '') || '/']
  return screen ? [screen] : []
}

/** Returns the chunks of modules with all their static imports, each once, entry first. */
export function chunksOf(manifest: Manifest, modules: string[]): ManifestEntry[] {
  const chunks = new Map<string, ManifestEntry>()
  const visit = (name: string) => {
    const chunk = manifest[name]
    if (!chunk || chunks.has(chunk.file)) return
    chunks.set(chunk.file, chunk)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const module of modules) visit(module)
  return [...chunks.values()]
}

/**
 * Renders the script that waits for the first paint (when a second frame begins), then fetches everything in parallel.
 * A chunk would fetch its style sheet before it runs; a disabled link to the sheet marks it as already present. The whole
 * styles replace those of the first paint once they have arrived.
 */
function renderLoaderScript(
  [first, ...others]: BuiltScript[],
  { sheetAddress, sheets }: { sheetAddress: string; sheets: readonly string[] },
): string {
  const pairs = others.map(({ address, integrity }) => [address, integrity])
  const add = `const add=(name,members)=>document.head.append(Object.assign(document.createElement(name),members))`
  const present = `for(const href of ${JSON.stringify(sheets)})add('link',{rel:'stylesheet',disabled:true,href})`
  // Read before the page is hydrated.
  const texts = `const{texts}=document.getElementById('${pageDataId}').dataset;if(texts)add('link',{rel:'preload',as:'fetch',crossOrigin:'anonymous',href:texts})`
  const whole = `const first=document.getElementById('${firstStylesId}');first.before(Object.assign(document.createElement('link'),{rel:'stylesheet',href:${JSON.stringify(sheetAddress)},onload:()=>first.remove()}))`
  const preload = `for(const[href,integrity]of ${JSON.stringify(pairs)})add('link',{rel:'modulepreload',integrity,href})`
  // If the script does not load, pages with forms that need it say so, and disable them.
  const failed = `()=>{document.documentElement.dataset.scriptFailed='';for(const form of document.querySelectorAll('[data-needs-script]'))form.inert=true}`
  const entry = `add('script',{type:'module',integrity:${JSON.stringify(first!.integrity)},src:${JSON.stringify(first!.address)},onerror:${failed}})`
  const start = `()=>requestAnimationFrame(()=>setTimeout(()=>{${add};${whole};${texts};${present};${preload};${entry}},0))`
  return `{const s=()=>requestAnimationFrame(${start});document.readyState==='loading'?document.addEventListener('DOMContentLoaded',s):s()}`
}
