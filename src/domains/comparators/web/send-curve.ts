import type * as z from 'zod/mini'
import { ConnectionLost } from '#kit/connection-lost.ts'
import { codeOfStatus } from '#kit/outage.ts'
import { Refused } from '#kit/refusal.ts'
import { readCurveFile } from '../api.ts'

export type ReadCurve = z.output<typeof readCurveFile.reply>

/** Sends a curve file to be summed up, and answers what it comes to. @throws Refused; ConnectionLost where nothing answers */
export async function sendCurve(
  file: File,
  { basePath, locale, asked }: { basePath: string; locale: string; asked: Record<string, string> },
): Promise<ReadCurve> {
  const form = new FormData()
  form.append('file', file)
  const answer = await fetch(`${basePath}/api/v2${readCurveFile.path}?${new URLSearchParams(asked)}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'accept-language': locale },
    body: form,
  }).catch((failure) => {
    throw new ConnectionLost(failure)
  })
  const reply = await answer.json().catch(() => ({}))
  if (!answer.ok)
    throw new Refused(
      (reply as { message?: string }).message ?? codeOfStatus(answer.status) ?? 'unexpected',
      answer.status,
    )
  return readCurveFile.reply.parse(reply)
}
