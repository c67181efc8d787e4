import { MissingRequiredClientCapabilityError } from '@modelcontextprotocol/server'
import type { PublishedTool } from '../src/tools/published.ts'
import type { ToolAnswer, Toolbox } from '../src/tools/toolbox.ts'

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='
const silence = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='
const image = { type: 'image', data: pixel, mimeType: 'image/png' } as const
const text = (words: string) => ({ type: 'text', text: words }) as const
const resource = (uri: string, mimeType: string, words: string) =>
  ({ type: 'resource', resource: { uri, mimeType, text: words } }) as const

/** The tools that the conformance suite calls, as far as this transport can carry them. Never part of the service. */
const answers: Record<string, ToolAnswer> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: silence, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: { content: [text('This tool intentionally returns an error for testing')], isError: true },
  json_schema_2020_12_tool: { content: [text('ok')] },
  // The product neither streams nor logs, with this tool as with any.
  test_streaming_elicitation: { content: [text('Nothing was asked')] },
  test_logging_tool: { content: [text('Nothing was logged')] },
}

const richSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const
const noInput = { type: 'object', properties: {}, additionalProperties: false } as const

const needsSampling = 'test_missing_capability'

const tools: PublishedTool[] = [...Object.keys(answers), needsSampling].map((name) => ({
  name,
  title: name,
  description: 'A tool of the conformance suite',
  inputSchema: name === 'json_schema_2020_12_tool' ? richSchema : noInput,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
}))

export const fixtureToolbox: Toolbox = {
  list: () => tools,
  unknown: () => 'Unknown tool',
  call: async (name) => {
    if (name === needsSampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return Object.hasOwn(answers, name) ? (answers[name] ?? null) : null
  },
}
