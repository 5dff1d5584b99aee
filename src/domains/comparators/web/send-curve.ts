import type * as z from 'zod/mini'
import { ConnectionLostError } from '#kit/connection-lost.ts'
import { outageCodeOfStatus } from '#kit/outage.ts'
import { Refused } from '#kit/refusal.ts'
import { readCurveFile } from '../api.ts'

export type CurveFileReply = z.output<typeof readCurveFile.reply>

/** Sends a curve file and returns its sums. @throws Refused; ConnectionLostError if there is no response */
export async function sendCurve(
  file: File,
  { basePath, locale, query }: { basePath: string; locale: string; query: Record<string, string> },
): Promise<CurveFileReply> {
  const form = new FormData()
  form.append('file', file)
  const answer = await fetch(`${basePath}/api/v2${readCurveFile.path}?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { accept: 'application/json', 'accept-language': locale },
    body: form,
  }).catch((failure) => {
    throw new ConnectionLostError(failure)
  })
  const reply = await answer.json().catch(() => ({}))
  if (!answer.ok)
    throw new Refused(
      (reply as { message?: string }).message ?? outageCodeOfStatus(answer.status) ?? 'unexpected',
      answer.status,
    )
  return readCurveFile.reply.parse(reply)
}
