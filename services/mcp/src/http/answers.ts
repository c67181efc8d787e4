import type { ServerResponse } from 'node:http'

/** Cuts the connection if another answer has begun. */
export function sendJson(res: ServerResponse, status: number, document: unknown): void {
  if (res.headersSent) return void res.destroy()
  const body = Buffer.from(JSON.stringify(document))
  res.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': body.length })
  res.end(body)
}

export function sendError(
  res: ServerResponse,
  status: number,
  code: number,
  message: string,
  id: unknown = null,
): void {
  sendJson(res, status, { jsonrpc: '2.0', error: { code, message }, id })
}
