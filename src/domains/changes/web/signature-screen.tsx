import { useQueryClient } from '@tanstack/react-query'
import { SignaturePage } from '#domains/signatures/web/signature-page.tsx'
import { contractsKey } from './queries.ts'
import { WithdrawRequest } from './withdraw-request.tsx'

export { loadSignature as load } from '#domains/signatures/web/load-signature.ts'

/** The page of a document to sign. A contract change can also be withdrawn there. */
export function SignatureScreen() {
  const queryClient = useQueryClient()

  function forgetContracts() {
    queryClient.removeQueries({ queryKey: contractsKey, type: 'inactive' })
    // The back link of this page depends on the requests of the contract.
    void queryClient.invalidateQueries({ queryKey: contractsKey })
  }

  return (
    <SignaturePage
      onSigned={forgetContracts}
      renderAlternative={({ id, contract }) =>
        contract && <WithdrawRequest signatureId={id} contractName={contract.name} />
      }
    />
  )
}
