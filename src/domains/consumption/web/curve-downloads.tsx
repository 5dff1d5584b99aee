import { Suspense } from 'react'
import { lazyPart } from '#kit/web/lazy-part.tsx'
import type { CurveFiles } from './curve-files.tsx'
import { DownloadPopover } from './download-popover.tsx'

// Most visitors only look at the curve, and the definition of the call comes with schemas.
const LazyCurveFiles = lazyPart(async () => (await import('./curve-files.tsx')).CurveFiles)

type CurveDownloadsProps = Parameters<typeof CurveFiles>[0] & { saveImage?: () => void }

/** Offers the shown data as a file: figures in three formats, and the image once it is drawn. */
export function CurveDownloads({ saveImage, ...files }: CurveDownloadsProps) {
  return (
    <DownloadPopover saveImage={saveImage}>
      <Suspense>
        <LazyCurveFiles {...files} />
      </Suspense>
    </DownloadPopover>
  )
}
