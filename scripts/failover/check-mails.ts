import { waitUntil } from '../running/programs.ts'
import { countWaitingMessages } from './retailer.ts'
import type { Trial, TrialLoads } from './trial.ts'

/** Checks that each mail left; of the first ones, sent before the database stopped, that none left twice. */
export async function checkMails(
  { cluster, mailbox, findings }: Trial,
  { proxied, direct }: TrialLoads,
  sentBefore: number,
) {
  // A mail in flight when the database stopped is retried after a minute.
  await waitUntil('no mail waits', async () => (await countWaitingMessages(cluster.url)) === 0, 150)
  const firstOnes = mailbox.messageIds.slice(0, sentBefore)
  const twice = firstOnes.length - new Set(firstOnes).size
  findings.report(
    'each mail left once, also while a worker ended',
    twice === 0,
    `${firstOnes.length} mails, ${twice} of them twice`,
  )
  const all = new Set(mailbox.messageIds)
  const more = mailbox.messageIds.length - all.size
  const written = proxied.confirmed.length + (direct?.confirmed.length ?? 0)
  // A mail sent when the database stopped may not have been recorded. A repeated delivery has the same message id.
  findings.report(
    'and each left, also those of the minute in which the database went',
    all.size === written,
    `${all.size} of ${written}, ${more} twice`,
  )
}
