import type { OutputOf } from '../../api/call.ts'
import { Facts } from '../../ui/facts.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Who asks, by its own word, and what it could do. */
export function ConsentFacts({ consent: { client, returnHost } }: { consent: OutputOf<'consents.check'> }) {
  return (
    <>
      <Facts>
        {[
          ['It calls itself', client.name],
          ['Its address', client.host],
          ['You return to', returnHost ?? 'a program on this computer'],
          ['It may', 'read your sites and their data, add sites, keywords and competitors, and remove keywords'],
          ['It may not', 'see your team, payments or keys'],
        ]}
      </Facts>
      <Notice tone="warn">
        {returnHost === null
          ? 'Go on only if you have just started this program yourself: any program on this computer can give this name.'
          : 'Nobody has checked the name. Go on only if you know the address and came from there.'}
      </Notice>
    </>
  )
}
