import { useState } from 'react'
import { allowedVersions } from '../boot.ts'
import { type Call, type PathParameters, pathOf, type QueryIn, versionsOf } from '../call.ts'
import { useBoot, usePortal } from './portal.ts'
import { searchOf } from './send.ts'

/** A call that answers with a file, and what it is made with. */
export type Download<C extends Call> = { call: C; params: PathParameters<C>; query?: QueryIn<C> }

type Downloading = {
  href: string
  state: 'idle' | 'running' | 'failed'
  /** True when the file has come. */
  start: () => Promise<boolean>
  forget: () => void
}

/** The address of a file, how its download stands, and the ways to start it and to forget that it failed. */
export function useDownload<C extends Call>({ call, params, query }: Download<C>): Downloading {
  const { basePath } = usePortal()
  const boot = useBoot()
  const [state, setState] = useState<Downloading['state']>('idle')
  // A file speaks the language of the page, whatever the browser prefers.
  const search = searchOf({ ...(query as object | undefined), lang: boot.locale })
  const addresses = versionsOf(call, allowedVersions(boot)).map(
    (version) => basePath + pathOf(call, version, params) + search,
  )
  return {
    href: addresses[0]!,
    state,
    async start() {
      if (state === 'running') return false
      setState('running')
      // What it takes to keep a file comes with the first that is wanted.
      const { saveFile } = await import('./save-file.ts')
      const isSaved = await saveFile(addresses)
      setState(isSaved ? 'idle' : 'failed')
      return isSaved
    },
    forget: () => setState('idle'),
  }
}
