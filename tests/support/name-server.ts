import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const hasAnswer = 0x8580
const noSuchName = 0x8583
const addressRecord = 1

/** Plays Docker's name server: it answers every name with the current content of `addresses`. */
export async function startNameServer(addresses: ReadonlySet<string>): Promise<{ port: number; stop(): void }> {
  const socket = createSocket('udp4')
  socket.on('message', (query, { port, address }) => socket.send(answer(query, [...addresses]), port, address))
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return { port: socket.address().port, stop: () => void socket.close() }
}

function answer(query: Buffer, addresses: string[]): Buffer {
  // The question ends with the name's empty label, its type and its class.
  const end = query.indexOf(0, 12) + 5
  const records = query.readUInt16BE(end - 4) === addressRecord ? addresses.map(record) : []
  const head = Buffer.alloc(12)
  query.copy(head, 0, 0, 2)
  head.writeUInt16BE(addresses.length > 0 ? hasAnswer : noSuchName, 2)
  head.writeUInt16BE(1, 4)
  head.writeUInt16BE(records.length, 6)
  return Buffer.concat([head, query.subarray(12, end), ...records])
}

function record(address: string): Buffer {
  const nameTypeClassTtlLength = [0xc0, 12, 0, addressRecord, 0, 1, 0, 0, 0, 1, 0, 4]
  return Buffer.from([...nameTypeClassTtlLength, ...address.split('.').map(Number)])
}
