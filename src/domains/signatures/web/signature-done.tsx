import { useLocale, useTranslations } from 'use-intl'
import { ButtonLink } from '#kit/web/action/button.tsx'
import { DownloadButton } from '#kit/web/action/download-link.tsx'
import { SummaryCard } from '#kit/web/display/summary-card.tsx'
import { contractAddress } from '#vocabulary/contract-address.ts'
import { formatInstant } from '#vocabulary/format-instant.ts'
import type { Signature } from '../api.ts'
import { downloadSignatureDocument } from '../downloads.ts'
import { contractsOf } from './signature-contracts.ts'

/** Confirms the signature, says what follows, and offers the signed PDF with evidence. */
export function SignatureDone({ signature }: { signature: Signature }) {
  const { id, signer, signed_at } = signature
  const contracts = contractsOf(signature)
  const t = useTranslations('signatures.signed')
  const locale = useLocale()
  const at = signed_at && formatInstant(new Date(signed_at), locale)
  return (
    <>
      <SummaryCard
        label={t('title')}
        actions={
          contracts.length > 0 ? (
            contracts.map((contract) => (
              <ButtonLink key={contract.name} href={contractAddress({ energy: contract.type, name: contract.name })}>
                {t(contracts.length > 1 ? `contractOf.${contract.type}` : 'contract')}
              </ButtonLink>
            ))
          ) : (
            <ButtonLink href="/">{t('home')}</ButtonLink>
          )
        }
      >
        {t('text', { name: signer.name, at: at ?? '—' })} {t('next')}
      </SummaryCard>
      <div className="stack">
        <p>
          {t('copy')} {contracts.length > 0 && t('kept', { count: contracts.length })}
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
