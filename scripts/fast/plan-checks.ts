export type FastChecks = {
  /** The files that Biome and the check of names look at. */
  files: string[]
  checksTexts: boolean
  /** The TypeScript projects that a changed file may belong to. */
  projects: ('server' | 'web' | 'e2e')[]
}

const isTyped = (file: string) => /\.(?:tsx?|json)$/.test(file)
const isOfBrowser = (file: string) => /^src\/(?:.*\/)?web\/|^src\/app\/operator\/|\.tsx$/.test(file)
const isOfServer = (file: string) => /^(?:db|scripts|bench)\/|^src\/(?:.*\/)?server\//.test(file)

/** Returns the checks that changed files need. What is neither of the server nor of the browser may be of both. */
export function planChecks(files: readonly string[]): FastChecks {
  const typed = files.filter(isTyped)
  const source = typed.filter((file) => /^(?:src|db|scripts|bench)\//.test(file))
  const isAll = files.some((file) => /^tsconfig\.|^package(?:-lock)?\.json$/.test(file))
  const [isServer, isWeb, isE2e] = [
    source.some((file) => !isOfBrowser(file)) || source.some((file) => /\/web\/(?:page|send)\.ts$/.test(file)),
    source.some((file) => file.startsWith('src/') && !isOfServer(file)),
    typed.some((file) => file.startsWith('e2e/')),
  ]
  return {
    files: [...files],
    checksTexts: files.some((file) => /\/texts\/[a-z]{2}\.json$/.test(file)),
    projects: [
      ...((isServer || isAll ? ['server'] : []) as 'server'[]),
      ...((isWeb || isAll ? ['web'] : []) as 'web'[]),
      ...((isE2e || isAll ? ['e2e'] : []) as 'e2e'[]),
    ],
  }
}
