// An ACP agent for the benchmark: each prompt names how many updates it sends, as fast as they are taken. A prompt of 0
// waits until it is cancelled; any other ends when the editor has heard all of them and says so, or when it is cancelled.
import { createInterface } from 'node:readline'

const send = (message: object): boolean => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
const words = 'The limiter counts requests by address and route, and forgets what is older than a minute. '.repeat(2)
let waiting: string | number | undefined
let finish = (): unknown => undefined
const turn = { isCancelled: false }

async function prompted(id: string | number, count: number): Promise<void> {
  waiting = id
  turn.isCancelled = false
  if (count === 0) {
    send({ method: 'session/update', params: { sessionId: 's1', update: { sessionUpdate: 'bench_waits' } } })
    return
  }
  finish = () => send({ id, result: { stopReason: 'end_turn' } })
  for (let nth = 1; nth <= count && !turn.isCancelled; nth++) {
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: `${nth} ${words}` } }
    if (!send({ method: 'session/update', params: { sessionId: 's1', update } })) {
      await new Promise((resolve) => process.stdout.once('drain', resolve))
    }
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line) as {
    id: string | number
    method?: string
    params?: { prompt?: readonly { readonly text: string }[] }
  }
  if (method === 'initialize') send({ id, result: { protocolVersion: 1, agentCapabilities: {} } })
  if (method === 'session/new') send({ id, result: { sessionId: 's1' } })
  if (method === 'session/prompt') void prompted(id, Number.parseInt(params?.prompt?.[0]?.text ?? '', 10))
  if (method === 'bench/heard') finish()
  if (method === 'session/cancel') {
    turn.isCancelled = true
    send({ id: waiting, result: { stopReason: 'cancelled' } })
  }
})
