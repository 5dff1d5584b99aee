import { useTranslations } from 'use-intl'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { downloadCurve } from '../api.ts'
import type { ConsumptionCurve } from '../consumption-curve.ts'
import { downloadFormats } from '../rules.ts'

type CurveFilesProps = { contractId: number; curve: ConsumptionCurve }

/** The buttons that download a curve, one for each format. */
export function CurveFiles({ contractId, curve: { type, range } }: CurveFilesProps) {
  const t = useTranslations('consumption.download')
  return downloadFormats.map((format) => (
    <DownloadButton
      key={format}
      call={downloadCurve}
      params={{ contractId: String(contractId), type }}
      query={{ ...range, format }}
    >
      {t(format)}
    </DownloadButton>
  ))
}
