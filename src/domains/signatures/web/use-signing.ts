import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { contractsKey } from '#domains/changes/web/queries.ts'
import { codeOf } from '#kit/failure-code.ts'
import { useSend } from '#kit/web/portal.ts'
import type { CodeChannel } from '#outside/signature/code-channel.ts'
import type { Signature } from '../api.ts'
import { signatureQuery, signaturesKey } from './queries.ts'

/** What can go wrong: the refusals of the calls, and whatever else there is. `attempt` counts, so that each is told anew. */
export type SigningProblem = { code: string; attempt: number }

/**
 * The ways on from where a signature stands, how busy they are, and what went wrong last. `onChanged` hears that the document
 * is another than the one that was read.
 */
export function useSigning({ id: signatureId, document_sha256 }: Signature, onChanged: () => void) {
  const send = useSend()
  const queryClient = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<SigningProblem | null>(null)
  // What comes to the document meanwhile is not signed unread.
  const read = document_sha256 === undefined ? {} : { document_sha256 }
  const { queryKey } = signatureQuery(send, signatureId)

  async function ask(make: () => Promise<Signature>): Promise<boolean> {
    setBusy(true)
    try {
      queryClient.setQueryData(queryKey, await make())
      setProblem(null)
      return true
    } catch (failure) {
      setProblem({ code: codeOf(failure), attempt: (problem?.attempt ?? 0) + 1 })
      if (codeOf(failure) === 'document_changed') onChanged()
      // Tries are fewer now, a code may be gone, or another device may have signed.
      await queryClient.invalidateQueries({ queryKey })
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    isBusy,
    problem,
    /** True when a code is on its way. */
    sendCode: (channel: CodeChannel) =>
      ask(async () => {
        const { sendSignatureCode } = await import('../api.ts')
        return send(sendSignatureCode, { params: { signatureId }, body: { channel, ...read } })
      }),
    /** True when it is signed. */
    async sign(code: string) {
      const isSigned = await ask(async () => {
        const { signDocument } = await import('../api.ts')
        return send(signDocument, { params: { signatureId }, body: { code, ...read } })
      })
      // Other pages wait for what is so now, rather than tell for a moment what was so before.
      if (isSigned) {
        for (const queryKey of [signaturesKey, contractsKey]) queryClient.removeQueries({ queryKey, type: 'inactive' })
        // The way back of this page stands on the requests of the contract.
        void queryClient.invalidateQueries({ queryKey: contractsKey })
      }
      return isSigned
    },
    /** Tells about a code that cannot be one, before it is sent. */
    complain: (code: string) => setProblem({ code, attempt: (problem?.attempt ?? 0) + 1 }),
  }
}
