import type { Example } from './create-key.tsx'

/** A new key in the configuration that assistants read. */
export function assistantExample(url: string): Example {
  return (secret) => {
    const server = { type: 'http', url, headers: { Authorization: `Bearer ${secret}` } }
    const text = JSON.stringify({ mcpServers: { 'rank-tracker': server } }, null, 2)
    return { label: 'For your assistant’s configuration', text }
  }
}
