import { useState } from 'react'
import { allowedVersions } from '#kit/boot.ts'
import { type Call, type PathParameters, pathOf, type QueryIn, versionsOf } from '#kit/call.ts'
import { useBoot, usePortal } from '../portal.ts'
import { queryStringOf } from '../send.ts'

/** A call that returns a file, with its input. */
export type Download<C extends Call> = { call: C; params: PathParameters<C>; query?: QueryIn<C> }

type DownloadState = {
  href: string
  state: 'idle' | 'running' | 'failed'
  /** Resolves to true when the file has arrived. */
  start: () => Promise<boolean>
  reset: () => void
}

/** Returns the address of a file, the state of its download, and functions to start it and to clear its failure. */
export function useDownload<C extends Call>({ call, params, query }: Download<C>): DownloadState {
  const { basePath } = usePortal()
  const boot = useBoot()
  const [state, setState] = useState<DownloadState['state']>('idle')
  // A file is in the language of the page, whatever the browser prefers.
  const search = queryStringOf({ ...(query as object | undefined), lang: boot.locale })
  const versions = versionsOf(call, allowedVersions(boot))
  const addressAt = (version: number) => basePath + pathOf(call, version, params) + search
  return {
    href: addressAt(versions[0]!),
    state,
    async start() {
      if (state === 'running') return false
      setState('running')
      // The code that saves files is loaded with the first download.
      const { downloadFile } = await import('./download-file.ts')
      const isSaved = await downloadFile(versions.map(addressAt))
      setState(isSaved ? 'idle' : 'failed')
      return isSaved
    },
    reset: () => setState('idle'),
  }
}
