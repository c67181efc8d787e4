import { resultsPages as t } from '../../../texts/results-pages.ts'
import { Badge } from '../../kit/notice.tsx'
import { Address } from '../../kit/words/address.tsx'

type Place = { host: string; url: string | null; owner: 'own' | 'competitor' | null }

/** A result of a page, marked where it is the site's or a competitor's. */
export function Placed({ place: { host, url, owner } }: { place: Place }) {
  return (
    <>
      {url === null ? host : <Address url={url} />} {owner === 'own' && <Badge tone="good">{t.you}</Badge>}
      {owner === 'competitor' && <Badge tone="warn">{t.competitor}</Badge>}
    </>
  )
}
