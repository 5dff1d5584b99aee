import { execFileSync } from 'node:child_process'
import react from '@vitejs/plugin-react'
import compile from 'icu-minify/compile'
import { type BuildOptions, defineConfig, type Plugin } from 'vite'
import about from './package.json' with { type: 'json' }
import { chunkOf, operatorMode, reportsMode } from './scripts/portal-chunks.ts'

const inBrowsers = {
  outDir: 'dist/web',
  target: 'es2023',
  // The tokens need colours derived from the brand, which the same browsers know that know light-dark().
  cssTarget: ['chrome125', 'firefox128', 'safari18'],
  // Styles must be there before a screen is shown. What its script imports is mostly there already, and listing it all
  // in the entry would cost every visit a kilobyte.
  modulePreload: {
    polyfill: false,
    resolveDependencies: (_: string, files: string[]) => files.filter((file) => file.endsWith('.css')),
  },
  assetsInlineLimit: 0,
} satisfies BuildOptions

const portalBuild = {
  manifest: true,
  rollupOptions: {
    input: 'src/app/web/entry-client.tsx',
    // Icons stand where they are shown; otherwise each page would carry those of all others.
    optimization: { inlineConst: true },
    output: {
      codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkOf, debugName: 'pages' }] },
      // Every visit loads the names of all screens and sheets: they are as short as they can be told apart.
      chunkFileNames: 'assets/[name]-[hash:7].js',
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

// Loaded only where the retailer wants reports, so that nothing of it is shared with what every visit loads.
const reportsBuild = {
  emptyOutDir: false,
  manifest: '.vite/reports-manifest.json',
  assetsDir: 'assets/reports',
  rollupOptions: { input: 'src/app/web/error-reports/entry.ts' },
} satisfies BuildOptions

export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), compiledTexts()],
  // Chunks find each other by relative addresses, so that the base path is chosen when the server starts.
  base: command === 'build' ? './' : '/',
  appType: 'custom',
  publicDir: false,
  define: {
    'import.meta.env.PORTAL_VERSION': JSON.stringify(about.version),
    'import.meta.env.PORTAL_COMMIT': JSON.stringify(commit()),
  },
  resolve: {
    alias: {
      'use-intl/format-message': 'use-intl/format-message/format-only',
      'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
    },
  },
  ssr: command === 'build' ? { noExternal: true } : { noExternal: ['use-intl', 'icu-minify'] },
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node24',
        minify: false,
        rollupOptions: { input: 'src/app/web/entry-server.tsx' },
      }
    : {
        ...inBrowsers,
        ...(mode === operatorMode ? operatorBuild : mode === reportsMode ? reportsBuild : portalBuild),
      },
  worker: { format: 'es' },
  // Everything that a screen imports, so that working on one never reloads the page for another's sake.
  optimizeDeps: {
    entries: ['src/app/*/entry-client.tsx', 'src/*/*/web/**/*.tsx', 'src/kit/web/**/*.tsx'],
  },
  cacheDir: 'node_modules/.cache/vite',
}))

/** What is built: the commit of a packed copy, else that of the checkout; empty where there is neither. */
function commit(): string {
  const { gitHead } = about as { gitHead?: string }
  if (gitHead) return gitHead.slice(0, 12)
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], { encoding: 'utf8', stdio: 'pipe' }).trim()
  } catch {
    return ''
  }
}

/** Texts reach the browser already parsed: the ICU parser alone would weigh 10 kB there. */
function compiledTexts(): Plugin {
  return {
    name: 'compiled-texts',
    enforce: 'pre',
    transform(source, id) {
      if (!/\/texts\/[a-z]{2}\.json$/.test(id)) return
      // The words of PDF documents and of mails are used by the server alone, which reads the files themselves.
      const { document: _, mails: __, ...shown } = JSON.parse(source)
      return { code: `export default ${JSON.stringify(compiled(shown))}`, map: null, moduleType: 'js' }
    },
  }
}

function compiled(messages: unknown): unknown {
  if (typeof messages === 'string') return compile(messages)
  return Object.fromEntries(Object.entries(messages as object).map(([key, value]) => [key, compiled(value)]))
}
