import { areaOf, type ProviderArea } from '@rts/outside/checks/area'
import { type Probe, probeOf } from '@rts/outside/checks/probe'
import type { Clock } from '@rts/shared/clock'
import { type WriterConfig, writerSettings } from './config.ts'
import { writerOn } from './providers/writer.ts'

const content = 'Answer with the word yes.'
const unset = { baseUrl: '', key: undefined, model: '', price: null, maxUsd: 0, sandbox: false }

/** Whether texts are written. */
export function writerArea(config: WriterConfig): ProviderArea {
  return areaOf(config, {
    area: 'texts',
    variable: null,
    on: writerSettings(config) ? ['writer'] : [],
    known: ['writer'],
    needsOf: () => ['WRITER_BASE_URL', 'WRITER_MODEL'],
    addressOf: () => config.WRITER_BASE_URL,
  })
}

/** A short message to the writer. */
export function writerProbe(config: WriterConfig, clock: Clock): Probe {
  const settings = writerSettings(config)
  return probeOf({
    provider: 'writer',
    capability: 'texts',
    isSet: settings !== null,
    asks: `“${content}”`,
    create: (http) => writerOn(http, settings ?? unset, clock),
    query: [{ role: 'user', content }],
    rowsOf: ({ text }) => (text === '' ? 0 : 1),
    // A server of one's own may not count.
    mayLack: ['usage'],
  })
}
