/** Calls a tool as an agent does, and answers its structured content; `calls` says how often it was asked. */
export type AgentTool = { (name: string, args?: object): Promise<Record<string, unknown>>; calls(): number }

/** An agent with a key, in plain HTTP. It waits where its minute is full. Throws the text of a refusal. */
export function agentWith(mcpUrl: string, token: string): AgentTool {
  let calls = 0
  const send = async (name: string, args: object): Promise<Response> => {
    const answer = await fetch(mcpUrl, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
    })
    if (answer.status !== 429) return answer
    await new Promise((resolve) => setTimeout(resolve, Number(answer.headers.get('retry-after')) * 1_000))
    return send(name, args)
  }
  const tool = async (name: string, args: object = {}) => {
    calls++
    const { result, error } = Object(await (await send(name, args)).json())
    if (error || result.isError) throw new Error(error?.message ?? result.content[0].text)
    return result.structuredContent
  }
  return Object.assign(tool, { calls: () => calls })
}
