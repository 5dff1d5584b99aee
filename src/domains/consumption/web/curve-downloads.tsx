import { useTranslations } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { downloadCurve } from '../api.ts'
import type { ConsumptionCurve } from '../consumption-curve.ts'
import { downloadFormats } from '../rules.ts'
import { DownloadPopover } from './download-popover.tsx'

type CurveDownloadsProps = { contractId: number; curve: ConsumptionCurve; saveImage?: () => void }

/** Offers the shown data as a file: figures in three formats, and the image once it is drawn. */
export function CurveDownloads({ contractId, curve: { type, range }, saveImage }: CurveDownloadsProps) {
  const t = useTranslations('consumption.download')
  return (
    <DownloadPopover saveImage={saveImage}>
      {downloadFormats.map((format) => (
        <DownloadButton
          key={format}
          call={downloadCurve}
          params={{ contractId: String(contractId), type }}
          query={{ ...range, format }}
        >
          {t(format)}
        </DownloadButton>
      ))}
    </DownloadPopover>
  )
}
