import http from 'node:http'
import { freshAddress } from './agent.ts'

export type RawReply = {
  status: number
  headers: Headers
  text: string
  json: { id?: unknown; error?: { code: number; message: string }; result?: Record<string, never> }
}
export type RawCall = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
  token?: string
  from?: string
}

/** The media types that a client must accept. */
export const both = 'application/json, text/event-stream'

/** Sends one raw request, with a client's usual headers unless they are given or emptied. */
export async function post(
  url: string,
  { method = 'POST', headers = {}, body, token, from = freshAddress() }: RawCall,
): Promise<RawReply> {
  const usual: Record<string, string> = { 'content-type': 'application/json', accept: both, 'x-forwarded-for': from }
  if (token !== undefined) usual.authorization = `Bearer ${token}`
  const sent = Object.fromEntries(Object.entries({ ...usual, ...headers }).filter(([, value]) => value !== ''))
  const answer = await fetch(url, { method, headers: sent, ...(body === undefined ? {} : { body }) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, text, json: text === '' ? {} : JSON.parse(text) }
}

/** A JSON-RPC request as text. */
export function rpc(method: string, params?: unknown, id: unknown = 1): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) })
}

export const toolCall = (name: string, args: unknown = {}, id: unknown = 1) =>
  rpc('tools/call', { name, arguments: args }, id)

/** Sends a request that waits for 100 Continue before its body: the status, and whether the answer was to continue. */
export function postWaiting(
  url: string,
  { headers = {}, body = '', token, from = freshAddress() }: RawCall,
): Promise<{ status: number | undefined; continued: boolean }> {
  const usual = { 'content-type': 'application/json', accept: both, 'x-forwarded-for': from, expect: '100-continue' }
  const key = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const length = { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    let continued = false
    const request = http.request(url, { method: 'POST', headers: { ...usual, ...length, ...key, ...headers } })
    request.on('error', reject).on('continue', () => {
      continued = true
      request.end(body)
    })
    request.on('response', (answer) => {
      resolve({ status: answer.resume().statusCode, continued })
      request.destroy()
    })
    request.flushHeaders()
  })
}
