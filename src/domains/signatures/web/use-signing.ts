import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { failureCodeOf } from '#kit/failure-code.ts'
import { useSend } from '#kit/web/portal.ts'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import type { Signature } from '../api.ts'
import { signatureQuery, signaturesKey } from './queries.ts'

/**
 * What can go wrong: the refusals of the calls, and any other failure. `attempt` counts up, so that each is announced
 * again.
 */
export type SigningProblem = { code: string; attempt: number }

/** What `useSigning` returns. */
export type Signing = ReturnType<typeof useSigning>

type SigningEvents = {
  /** The document or its summary is not, or no longer, the one that was read. */
  onDocumentChanged: () => void
  onSigned: () => void
}

/** Returns the actions on a signature, whether one is running, and the problem of the last one. */
export function useSigning(
  { id: signatureId, document_sha256 }: Signature,
  { onDocumentChanged, onSigned }: SigningEvents,
) {
  const send = useSend()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SigningProblem | null>(null)
  // A document that changes meanwhile must not be signed unread.
  const readDocument = document_sha256 === undefined ? {} : { document_sha256 }
  const { queryKey } = signatureQuery(send, signatureId)

  async function run(request: () => Promise<Signature>): Promise<boolean> {
    setBusy(true)
    try {
      queryClient.setQueryData(queryKey, await request())
      setProblem(null)
      return true
    } catch (failure) {
      const code = failureCodeOf(failure)
      reportProblem(code)
      if (code === 'document_changed' || code === 'summary_unread') onDocumentChanged()
      // Fewer tries may be left, a code may have expired, or another device may have signed.
      await queryClient.invalidateQueries({ queryKey })
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    problem,
    /** Sends a code. Returns false when there was a problem. */
    sendCode: (channel: CodeChannel) =>
      run(async () => {
        const { sendSignatureCode } = await import('../api.ts')
        return send(sendSignatureCode, { params: { signatureId }, body: { channel, ...readDocument } })
      }),
    /** Records that the summary was read. Returns false when there was a problem. */
    markSummaryRead: (summary_sha256: string) =>
      run(async () => {
        const { markSignatureSummaryRead } = await import('../api.ts')
        return send(markSignatureSummaryRead, { params: { signatureId }, body: { summary_sha256 } })
      }),
    /** Records that the annex was accepted. Returns false when there was a problem. */
    acceptAnnex: (annex_sha256: string) =>
      run(async () => {
        const { acceptSignatureAnnex } = await import('../api.ts')
        return send(acceptSignatureAnnex, { params: { signatureId }, body: { annex_sha256 } })
      }),
    /** Signs with a code. Returns false when there was a problem. */
    async sign(code: string) {
      const isSigned = await run(async () => {
        const { signDocument } = await import('../api.ts')
        return send(signDocument, { params: { signatureId }, body: { code, ...readDocument } })
      })
      // Other pages wait for the new state instead of briefly showing the old one.
      if (isSigned) {
        queryClient.removeQueries({ queryKey: signaturesKey, type: 'inactive' })
        onSigned()
      }
      return isSigned
    },
    /** Reports that the entered code is incomplete, which is not sent. */
    reportIncompleteCode: () => reportProblem('code_incomplete'),
  }

  function reportProblem(code: string) {
    setProblem({ code, attempt: (problem?.attempt ?? 0) + 1 })
  }
}
