import { type WebhookType, webhookBody, webhookEvents, webhookTypes } from '../contract/webhooks.ts'
import { componentPath, exampleOf, inputSchema, type Json } from './openapi-schemas.ts'

/** Component name of its body: `RankChangedEvent`. */
export function eventName(type: WebhookType): string {
  return `${type.replace(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}Event`
}

export function eventSchemas(): Record<string, Json> {
  return Object.fromEntries(webhookTypes.map((type) => [eventName(type), inputSchema(webhookBody(type))]))
}

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
})
const parameters = [
  header(
    'webhook-id',
    'The id of the event, the same for each try: an event may come more than once',
    'evt_5wEr5yYwcjMl4xhUUs9Kd0sFmZg',
  ),
  header('webhook-timestamp', 'When it was sent, in seconds since 1970', '1774310400'),
  header(
    'webhook-signature',
    'Signatures of [Standard Webhooks](https://www.standardwebhooks.com), one for each secret that holds, separated by blanks',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
]
const responses = {
  '2XX': { description: 'Delivered. The answer has to come within 15 seconds; its body is not read' },
  410: { description: 'Nothing more is sent until the webhook is resumed in the dashboard' },
  default: {
    description:
      'Sent again, later each time, for three days; later events wait. 429 and 503 may say when in `Retry-After`. Redirects are not followed',
  },
}

/** People make webhooks in the dashboard. */
export function webhooksOf(components: Json): Json {
  const entries = webhookTypes.map((type) => {
    const schema = { $ref: componentPath + eventName(type) }
    const { summary, details } = webhookEvents[type]
    const post = {
      operationId: `webhook_${type.replace('.', '_')}`,
      summary,
      description: `${details} Webhooks are made in the dashboard, for each site.`,
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema, example: exampleOf(schema, components) } },
      },
      responses,
    }
    return [type, { post }]
  })
  return Object.fromEntries(entries)
}
