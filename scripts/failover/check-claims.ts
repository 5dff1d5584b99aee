import { readStoredClaims } from './retailer.ts'
import type { Trial, TrialLoads } from './trial.ts'

/** Checks that every confirmed claim is stored exactly once, and that none was given up. */
export async function checkClaims({ cluster, findings }: Trial, { proxied, direct }: TrialLoads, claim: string) {
  const confirmed = [...proxied.confirmed, ...(direct?.confirmed ?? [])]
  const lost = [...proxied.lost, ...(direct?.lost ?? [])]
  const storedClaims = await readStoredClaims(cluster.url)
  const missing = confirmed.filter(({ comment }) => !storedClaims.has(comment))
  const twice = [...storedClaims.values()].filter((numbers) => numbers.length > 1)
  findings.report(
    claim,
    missing.length === 0 && twice.length === 0 && lost.length === 0,
    `${confirmed.length} claims, ${missing.length} missing, ${twice.length} twice, ${lost.length} never taken ${lost[0] ?? ''}`,
  )
}
