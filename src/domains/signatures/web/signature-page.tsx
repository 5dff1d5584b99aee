import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSend } from '#kit/web/portal.ts'
import type { Signature } from '../api.ts'
import { signatureQuery } from './queries.ts'
import { SignatureDone } from './signature-done.tsx'
import { SignatureEnded } from './signature-ended.tsx'
import { SignatureHeader } from './signature-header.tsx'
import styles from './signature-page.module.css'
import { SigningSteps } from './signing-steps.tsx'

type SignaturePageProps = {
  /** Renders an action that the signer can take instead of signing. */
  renderAlternative: (signature: Signature) => ReactNode
  onSigned: () => void
}

/** The page of a document to sign: read it, receive a code, enter it. A returning user resumes where they left off. */
export function SignaturePage({ renderAlternative, onSigned }: SignaturePageProps) {
  const { signatureId } = useParams({ strict: false }) as { signatureId: string }
  const { data: signature } = useSuspenseQuery(signatureQuery(useSend(), signatureId))
  return (
    <div className={styles.page}>
      <SignatureHeader signature={signature} />
      {signature.state === 'waiting' && (
        <SigningSteps signature={signature} alternative={renderAlternative(signature)} onSigned={onSigned} />
      )}
      {signature.state === 'signed' && <SignatureDone signature={signature} />}
      {(signature.state === 'expired' || signature.state === 'cancelled') && <SignatureEnded signature={signature} />}
    </div>
  )
}
