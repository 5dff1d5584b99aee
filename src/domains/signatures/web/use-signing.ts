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

type SigningEvents = {
  /** The document is no longer the one that was read. */
  onChanged: () => void
  onSigned: () => void
}

/** Holds the actions on a signature, whether one is running, and the last problem. */
export function useSigning({ id: signatureId, document_sha256 }: Signature, { onChanged, onSigned }: SigningEvents) {
  const send = useSend()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SigningProblem | null>(null)
  // A document that changes meanwhile must not be signed unread.
  const readVersion = document_sha256 === undefined ? {} : { document_sha256 }
  const { queryKey } = signatureQuery(send, signatureId)

  async function run(request: () => Promise<Signature>): Promise<boolean> {
    setBusy(true)
    try {
      queryClient.setQueryData(queryKey, await request())
      setProblem(null)
      return true
    } catch (failure) {
      setProblem({ code: failureCodeOf(failure), attempt: (problem?.attempt ?? 0) + 1 })
      if (failureCodeOf(failure) === 'document_changed') onChanged()
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
    /** Returns true when a code is on its way. */
    sendCode: (channel: CodeChannel) =>
      run(async () => {
        const { sendSignatureCode } = await import('../api.ts')
        return send(sendSignatureCode, { params: { signatureId }, body: { channel, ...readVersion } })
      }),
    /** Returns true when it is signed. */
    async sign(code: string) {
      const isSigned = await run(async () => {
        const { signDocument } = await import('../api.ts')
        return send(signDocument, { params: { signatureId }, body: { code, ...readVersion } })
      })
      // Other pages wait for the new state instead of briefly showing the old one.
      if (isSigned) {
        queryClient.removeQueries({ queryKey: signaturesKey, type: 'inactive' })
        onSigned()
      }
      return isSigned
    },
    /** Reports an invalid code before it is sent. */
    reportProblem: (code: string) => setProblem({ code, attempt: (problem?.attempt ?? 0) + 1 }),
  }
}
