import { TLSSocket } from 'node:tls'
import type { Dial } from './connect.ts'

export type Certificate = { from: Date; to: Date }

/** When the certificate of a host begins and ends; null where the host shows no valid one. */
export function readCertificate(connect: Dial, host: string): Promise<Certificate | null> {
  return new Promise((resolve) => {
    connect({ protocol: 'https:', hostname: host, port: '443' }, (error, socket) => {
      if (error) return resolve(null)
      const shown = socket instanceof TLSSocket ? socket.getPeerCertificate() : null
      socket.destroy()
      const from = new Date(shown?.valid_from ?? '')
      const to = new Date(shown?.valid_to ?? '')
      resolve(Number.isNaN(to.getTime()) || Number.isNaN(from.getTime()) ? null : { from, to })
    })
  })
}
