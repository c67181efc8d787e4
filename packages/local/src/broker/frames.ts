import { z } from 'zod'

/** The frames that a client may send. The `body` of a publish is headers and payload together, followed by CRLF. */
export type Publish = { op: 'PUB'; subject: string; reply: string | undefined; headerBytes: number; body: Buffer }
export type Frame =
  | { op: 'CONNECT'; json: string }
  | { op: 'PING' }
  | { op: 'PONG' }
  | { op: 'SUB'; subject: string; queue: string | undefined; sid: string }
  | { op: 'UNSUB'; sid: string; max: number | undefined }
  | Publish

export type PublishHead = Omit<Publish, 'body'> & { bytes: number }

/** An error of the client: the connection gets the reason and is closed. */
export class ProtocolError extends Error {}

/** Reads one control line (without its line end); the body of a publish follows on the wire. */
export function readControlLine(line: string): Exclude<Frame, Publish> | PublishHead {
  const [, word = '', rest = ''] = /^\s*(\S+)\s*(.*)$/s.exec(line) ?? []
  const args = rest.split(/[ \t]+/).filter((arg) => arg !== '')
  switch (word.toUpperCase()) {
    case 'CONNECT':
      return { op: 'CONNECT', json: rest }
    case 'PING':
      return { op: 'PING' }
    case 'PONG':
      return { op: 'PONG' }
    case 'SUB':
      return readSub(args)
    case 'UNSUB':
      return readUnsub(args)
    case 'PUB':
      return readPub(args)
    case 'HPUB':
      return readHpub(args)
    default:
      throw new ProtocolError('Unknown Protocol Operation')
  }
}

function readSub(args: string[]): Frame & { op: 'SUB' } {
  const [subject, second, third] = args
  if (subject === undefined || second === undefined || args.length > 3) throw malformed()
  if (third === undefined) return { op: 'SUB', subject, queue: undefined, sid: second }
  return { op: 'SUB', subject, queue: second, sid: third }
}

function readUnsub(args: string[]): Frame & { op: 'UNSUB' } {
  const [sid, max] = args
  if (sid === undefined || args.length > 2) throw malformed()
  return { op: 'UNSUB', sid, max: max === undefined ? undefined : readSize(max) }
}

function readPub(args: string[]): PublishHead {
  const bytes = readSize(args.at(-1))
  const [subject, reply] = args.slice(0, -1)
  if (subject === undefined || args.length > 3) throw malformed()
  return { op: 'PUB', subject, reply, headerBytes: 0, bytes }
}

function readHpub(args: string[]): PublishHead {
  const headerBytes = readSize(args.at(-2))
  const bytes = readSize(args.at(-1))
  const [subject, reply] = args.slice(0, -2)
  if (subject === undefined || args.length > 4 || headerBytes > bytes) throw malformed()
  return { op: 'PUB', subject, reply, headerBytes, bytes }
}

function readSize(text: string | undefined): number {
  if (text === undefined || !/^\d{1,10}$/.test(text)) throw malformed()
  return Number(text)
}

function malformed(): ProtocolError {
  return new ProtocolError('Unknown Protocol Operation')
}

const schema = z.object({
  verbose: z.boolean().default(false),
  echo: z.boolean().default(true),
  headers: z.boolean().default(false),
  no_responders: z.boolean().default(false),
  user: z.string().optional(),
  pass: z.string().optional(),
})

export type ConnectOptions = z.infer<typeof schema>

export const silentClient: ConnectOptions = schema.parse({})

/** Reads the JSON of CONNECT. Throws `ProtocolError` for anything but the documented shape. */
export function readConnectOptions(json: string): ConnectOptions {
  try {
    return schema.parse(JSON.parse(json))
  } catch {
    throw new ProtocolError('Unknown Protocol Operation')
  }
}
