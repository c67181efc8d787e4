import { createServer, type Socket } from 'node:net'

export type ReceivedMail = { to: string; data: string }
export type SmtpServer = {
  url: string
  received: ReceivedMail[]
  /** A recipient whose mail is never answered. */
  holdUp(address: string): void
  close(): Promise<void>
}

const crlf = '\r\n'

/** A mail server on this machine that takes every message, but for recipients that it keeps waiting. */
export async function startSmtp(): Promise<SmtpServer> {
  const received: ReceivedMail[] = []
  const held = new Set<string>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    converse(socket, { received, held })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    received,
    holdUp: (address) => held.add(address),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function converse(socket: Socket, { received, held }: { received: ReceivedMail[]; held: ReadonlySet<string> }): void {
  const say = (line: string) => void socket.write(`${line}${crlf}`)
  let pending = ''
  let to = ''
  let data: string[] | null = null
  const take = (line: string) => {
    if (data && line !== '.') return void data.push(line)
    if (data) {
      received.push({ to, data: data.join(crlf) })
      data = null
      return say('250 taken')
    }
    const recipient = /^RCPT TO:<(.*?)>/i.exec(line)?.[1]
    if (recipient !== undefined) to = recipient
    if (recipient !== undefined && held.has(recipient)) return
    if (/^DATA/i.test(line)) data = []
    if (/^QUIT/i.test(line)) return void socket.end(`221 bye${crlf}`)
    say(data ? '354 go on' : '250 ok')
  }
  say('220 test')
  socket.setEncoding('utf8').on('data', (chunk) => {
    const lines = (pending + chunk).split(crlf)
    pending = lines.pop() ?? ''
    lines.forEach(take)
  })
}
