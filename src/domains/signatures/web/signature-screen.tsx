import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSend } from '#kit/web/portal.ts'
import { signatureQuery } from './queries.ts'
import { SignatureDone } from './signature-done.tsx'
import { SignatureEnded } from './signature-ended.tsx'
import { SignatureHeader } from './signature-header.tsx'
import styles from './signature-screen.module.css'
import { SigningSteps } from './signing-steps.tsx'

export { loadSignature as load } from './load-signature.ts'

/** The page of a document to sign: read it, receive a code, enter it. A returning user resumes where they left. */
export function SignatureScreen() {
  const { signatureId } = useParams({ strict: false }) as { signatureId: string }
  const { data: signature } = useSuspenseQuery(signatureQuery(useSend(), signatureId))
  return (
    <div className={styles.page}>
      <SignatureHeader signature={signature} />
      {signature.state === 'waiting' && <SigningSteps signature={signature} />}
      {signature.state === 'signed' && <SignatureDone signature={signature} />}
      {(signature.state === 'expired' || signature.state === 'cancelled') && <SignatureEnded signature={signature} />}
    </div>
  )
}
