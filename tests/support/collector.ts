import { createServer } from 'node:http'
import { portOf } from '@rts/shared/service/health'
import { z } from 'zod'

const value = z.object({ stringValue: z.string().optional(), intValue: z.number().optional() })
const attributes = z.array(z.object({ key: z.string(), value }))
const span = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  attributes: attributes.default([]),
})
const sent = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
})

export type SentSpan = z.infer<typeof span> & { service: string }

/** A collector of traces: it keeps the spans, and all bytes, that it is sent as OTLP in JSON. */
export async function startCollector() {
  const spans: SentSpan[] = []
  let text = ''
  const server = createServer(async (req, res) => {
    const body = await new Response(req).text()
    text += `${req.url} ${JSON.stringify(req.headers)} ${body}\n`
    for (const { resource, scopeSpans } of sent.parse(JSON.parse(body)).resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((one) => ({ ...one, service }))))
    }
    res.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${portOf(server.address())}`,
    spans,
    text: () => text,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}
