import http from 'node:http'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { CallToolRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv-provider.js'

// The same SDK without our code: a stateless server that repeats our answer from memory.
const answer = JSON.parse(process.env.ANSWER ?? '')
const jsonSchemaValidator = new AjvJsonSchemaValidator()

const listener = http.createServer(async (req, res) => {
  if (req.method === 'GET') return void res.end('ready')
  const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true })
  const server = new Server({ name: 'bare', version: '1.0.0' }, { capabilities: { tools: {} }, jsonSchemaValidator })
  server.setRequestHandler(CallToolRequestSchema, () => answer)
  res.once('close', () => void server.close())
  // safe because only exactOptionalPropertyTypes rejects the SDK's own class
  await server.connect(transport as Transport)
  await transport.handleRequest(req, res)
})
listener.keepAliveTimeout = 60_000
listener.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
