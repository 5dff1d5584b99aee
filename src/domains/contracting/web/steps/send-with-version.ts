import type { Send } from '#kit/web/send.ts'
import { sendElectricityStep, sendGasStep } from '../../api.ts'
import type { DraftVersion } from '../draft/use-draft-version.ts'

/** Returns a `send` whose steps carry the seen version of the draft. */
export function sendWithVersion(send: Send, { write }: Pick<DraftVersion, 'write'>): Send {
  const steps: readonly unknown[] = [sendElectricityStep, sendGasStep]
  return (definition, input) => {
    if (!steps.includes(definition)) return send(definition, input)
    const { body } = input as { body: object }
    return write(
      (version) => send(definition, { ...input, body: { ...body, version } } as typeof input) as Promise<never>,
    ) as ReturnType<typeof send<typeof definition>>
  }
}
