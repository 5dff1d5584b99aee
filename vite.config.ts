import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { relative } from 'node:path'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'
import about from './package.json' with { type: 'json' }
import { chunkNameOf, namedModules, operatorMode, reportsMode } from './scripts/portal-chunks.ts'
import { serverTextKeys } from './src/kit/text-keys.ts'

const inBrowsers = {
  outDir: 'dist/web',
  target: 'es2023',
  // The tokens need relative colours derived from the brand, which the browsers that support light-dark() also support.
  cssTarget: ['chrome125', 'firefox128', 'safari18'],
  // Styles must be loaded before a screen is shown. The modules that its script imports are mostly loaded already, and
  // listing all of them in the entry would cost every visit a kilobyte.
  modulePreload: {
    polyfill: false,
    resolveDependencies: (_: string, files: string[]) => files.filter((file) => file.endsWith('.css')),
  },
  assetsInlineLimit: 0,
  // What reads a PDF is that large, and loads when a visitor chooses one. scripts/check-sizes.ts limits pages.
  chunkSizeWarningLimit: 2_000,
} satisfies BuildOptions

const portalBuild = {
  manifest: true,
  rollupOptions: {
    input: 'src/app/web/entry-client.tsx',
    // Icons are inlined where they are used; otherwise each page would include the icons of all others.
    optimization: { inlineConst: true },
    output: {
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNameOf, debugName: 'pages' }] },
      // Every visit loads the file names of all screens and dialogs, so they are only as long as needed to be unique. The
      // manifest says what each one is.
      chunkFileNames: 'assets/[hash:7].js',
      assetFileNames: ({ names }) =>
        names[0]?.endsWith('.css') ? 'assets/[hash:6][extname]' : 'assets/[name]-[hash][extname]',
    },
  },
} satisfies BuildOptions

const operatorBuild = {
  emptyOutDir: false,
  manifest: '.vite/operator-manifest.json',
  assetsDir: 'assets/operator',
  rollupOptions: { input: 'src/app/operator/entry-client.tsx' },
} satisfies BuildOptions

// Loaded only if the retailer wants error reports, so it shares no code with what every visit loads.
const reportsBuild = {
  emptyOutDir: false,
  manifest: '.vite/reports-manifest.json',
  assetsDir: 'assets/reports',
  rollupOptions: { input: 'src/app/web/error-reports/entry.ts' },
} satisfies BuildOptions

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), compiledTexts(), namedModules('.vite/manifest.json')],
  // Chunks refer to each other by relative addresses, so that the base path can be chosen when the server starts.
  base: command === 'build' ? './' : '/',
  appType: 'custom',
  publicDir: false,
  define: {
    // Bundles for Node leave it as it is by default: with the development version of React, and read in each call.
    ...(command === 'build' && { 'process.env.NODE_ENV': JSON.stringify('production') }),
    'import.meta.env.PORTAL_VERSION': JSON.stringify(about.version),
    'import.meta.env.PORTAL_COMMIT': JSON.stringify(commit()),
  },
  resolve: {
    alias: {
      'use-intl/format-message': 'use-intl/format-message/format-only',
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  css: command === 'build' ? { modules: { generateScopedName: shortClassName } } : undefined,
  ssr: command === 'build' ? { noExternal: true } : { noExternal: ['use-intl', 'icu-minify'] },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node24',
        minify: false,
        rollupOptions: { input: ['src/app/web/entry-server.tsx', 'src/app/web/entry-paths.ts'] },
      }
    : {
        ...inBrowsers,
        ...(mode === operatorMode ? operatorBuild : mode === reportsMode ? reportsBuild : portalBuild),
      },
  worker: { format: 'es' },
  // Everything that screens import, so that a new import during development never reloads the page.
  optimizeDeps: {
    entries: ['src/app/*/entry-client.tsx', 'src/*/*/web/**/*.tsx', 'src/kit/web/**/*.tsx'],
  },
  cacheDir: 'node_modules/.cache/vite',
}))

/** Returns a class name of six characters: a page repeats those of a row a hundred times. */
function shortClassName(name: string, file: string): string {
  const source = `${relative(import.meta.dirname, file.replace(/\?.*/, ''))} ${name}`
  const short = `c${createHash('sha256').update(source).digest('base64url').slice(0, 4)}`
  const other = classSources.get(short)
  if (other !== undefined && other !== source) throw new Error(`${source} and ${other} have the same class name.`)
  classSources.set(short, source)
  return short
}

const classSources = new Map<string, string>()

/**
 * Returns the commit of the build: that of a packed copy, otherwise that of the checkout; empty if there is neither.
 */
function commit(): string {
  const { gitHead } = about as { gitHead?: string }
  if (gitHead) return gitHead.slice(0, 12)
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

/** Texts are delivered to the browser already parsed: the ICU parser alone would add 10 kB. */
function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/texts\/[a-z]{2}\.json$/.test(id)) return
      // The server reads the files itself.
      const shown = Object.entries(JSON.parse(source)).filter(([key]) => !serverTextKeys.some((own) => own === key))
      return {
        code: `export default ${JSON.stringify(compiled(Object.fromEntries(shown)))}`,
        map: null,
        moduleType: 'js',
      }
    },
  }
}

function compiled(messages: unknown): unknown {
  if (typeof messages === 'string') return compile(messages)
  return Object.fromEntries(Object.entries(messages as object).map(([key, value]) => [key, compiled(value)]))
}
