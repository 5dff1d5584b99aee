import { useTranslations } from 'use-intl'
import { Button } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { chart, download } from '#kit/web/graphics/icons.ts'
import { Popover } from '#kit/web/overlay/popover.tsx'
import { downloadCurve } from '../api.ts'
import type { ConsumptionCurve } from '../consumption-curve.ts'
import { downloadFormats } from '../rules.ts'

type CurveDownloadsProps = { contractId: number; curve: ConsumptionCurve; saveImage?: () => void }

/** Offers the shown data as a file: figures in three formats, and the image once it is drawn. */
export function CurveDownloads({ contractId, curve: { type, range }, saveImage }: CurveDownloadsProps) {
  const t = useTranslations('consumption.download')
  return (
    <Popover
      button={(props) => (
        <Button {...props} variant="second" isSmall icon={download}>
          {t('open')}
        </Button>
      )}
    >
      {(close) => (
        <div className="stack">
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
          {saveImage && (
            <Button
              variant="second"
              icon={chart}
              onClick={() => {
                close()
                saveImage()
              }}
            >
              {t('image')}
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}
