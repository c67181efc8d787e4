import { addressText } from './address-text.ts'

/** An address on the web, which opens in a tab of its own. */
export function Address({ url }: { url: string }) {
  return (
    <a href={url} title={url} target="_blank" rel="noreferrer">
      {addressText(url)}
    </a>
  )
}
