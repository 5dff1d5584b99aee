import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSend } from '#kit/web/portal.ts'
import { Ended } from './ended.tsx'
import { signatureQuery } from './queries.ts'
import { SignatureHead } from './signature-head.tsx'
import styles from './signature-screen.module.css'
import { Signed } from './signed.tsx'
import { SigningSteps } from './signing-steps.tsx'

export { loadSignature as load } from './load-signature.ts'

/** A document to sign: read it, receive a code, type it. Whoever leaves comes back to where they were. */
export function SignatureScreen() {
  const { signatureId } = useParams({ strict: false }) as { signatureId: string }
  const { data: signature } = useSuspenseQuery(signatureQuery(useSend(), signatureId))
  return (
    <div className={styles.page}>
      <SignatureHead signature={signature} />
      {signature.state === 'waiting' && <SigningSteps signature={signature} />}
      {signature.state === 'signed' && <Signed signature={signature} />}
      {(signature.state === 'expired' || signature.state === 'cancelled') && <Ended signature={signature} />}
    </div>
  )
}
