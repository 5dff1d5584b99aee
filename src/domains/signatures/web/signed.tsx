import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/button.tsx'
import { DownloadButton } from '#kit/web/download-link.tsx'
import { Plate } from '#kit/web/plate.tsx'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Signature } from '../api.ts'
import { downloadSignatureDocument } from '../downloads.ts'
import { contractAddress } from './signature-head.tsx'

/** That it is done, what happens next, and the sealed copy. */
export function Signed({ signature: { id, signer, signed_at, contract } }: { signature: Signature }) {
  const t = useTranslations('signatures.signed')
  const locale = useLocale()
  const at = signed_at && formatInstant(new Date(signed_at), locale)
  return (
    <>
      <Plate
        label={t('title')}
        actions={
          <ButtonLink href={contract ? contractAddress(contract) : '/'}>{t(contract ? 'contract' : 'home')}</ButtonLink>
        }
      >
        {t('words', { name: signer.name, at: at ?? '—' })} {t('next')}
      </Plate>
      <div className="stack">
        <p>
          {t('copy')} {contract && t('kept')}
        </p>
        <div className="line">
          <DownloadButton call={downloadSignatureDocument} params={{ signatureId: id }} query={{ type: 'signed' }}>
            {t('download')}
          </DownloadButton>
        </div>
      </div>
    </>
  )
}
