import type { Send } from '#kit/web/send.ts'
import { sendElectricityStep, sendGasStep } from '../api.ts'
import type { DraftVersion } from './use-draft-version.ts'

/** A `send` whose steps tell the version of the draft that was seen. */
export function sendSeen(send: Send, { write }: Pick<DraftVersion, 'write'>): Send {
  const steps: readonly unknown[] = [sendElectricityStep, sendGasStep]
  return (definition, sent) => {
    if (!steps.includes(definition)) return send(definition, sent)
    const { body } = sent as { body: object }
    return write(
      (version) => send(definition, { ...sent, body: { ...body, version } } as typeof sent) as Promise<never>,
    ) as ReturnType<typeof send<typeof definition>>
  }
}
