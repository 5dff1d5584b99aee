import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A mail server in a process of its own that forgets what it receives, but for how much that was. */
export type MailSink = { url: string; received(): number; receivers(): number; close(): void }

type Report = { port: number; received: number; receivers: number }

/** Starts a mail server on this machine. */
export async function startMailSink(): Promise<MailSink> {
  const child: ChildProcess = fork(fileURLToPath(new URL('mail-sink.ts', import.meta.url)))
  let [report] = (await once(child, 'message')) as [Report]
  child.on('message', (message) => {
    report = message as Report
  })
  return {
    url: `smtp://127.0.0.1:${report.port}`,
    received: () => report.received,
    receivers: () => report.receivers,
    close: () => void child.kill(),
  }
}
