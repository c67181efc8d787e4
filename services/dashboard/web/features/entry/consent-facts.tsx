import type { OutputOf } from '../../api/call.ts'
import { Facts } from '../../kit/layout/facts.tsx'
import { Notice } from '../../kit/notice.tsx'

/** Who asks, by its own word, and what it could do. */
export function ConsentFacts({
  consent: { client, returnHost, returnScheme },
}: {
  consent: OutputOf<'consents.check'>
}) {
  const inside = returnScheme === null ? 'a program on this computer' : `an app on this computer (${returnScheme})`
  return (
    <>
      <Facts>
        {[
          ['It calls itself', client.name],
          ['Its address', client.host],
          ['You return to', returnHost ?? inside],
          ['It may', 'read your sites and their data, add sites, keywords and competitors, and remove keywords'],
          ['It may not', 'see your team, payments or keys'],
        ]}
      </Facts>
      <Notice tone="warn">
        {returnHost === null
          ? `Go on only if you have just started this yourself, in ${inside}. Any other program could give this name too.`
          : 'Nobody has checked the name. Go on only if you know the address and came from there.'}
      </Notice>
    </>
  )
}
