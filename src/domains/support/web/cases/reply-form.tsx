import { useQueryClient } from '@tanstack/react-query'
import { useSend } from '#kit/web/portal.ts'
import { requestsKey } from '../queries.ts'
import { MessageForm } from './message-form.tsx'

/** The form for a further message of a customer in a case. */
export function ReplyForm({ id }: { id: string }) {
  const send = useSend()
  const client = useQueryClient()
  return (
    <MessageForm
      name={`reply:${id}`}
      onSend={async (body) => {
        const { writeMessage } = await import('../../api.ts')
        await send(writeMessage, { params: { id }, body })
        await client.invalidateQueries({ queryKey: requestsKey })
      }}
    />
  )
}
