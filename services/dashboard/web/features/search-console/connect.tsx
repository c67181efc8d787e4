import { useMutation } from '@tanstack/react-query'
import { searchConsole as t } from '../../../texts/search-console.ts'
import { useRights } from '../../api/account.tsx'
import { call, type OutputOf } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Panel, Row } from '../../kit/layout/page.tsx'
import { Notice, Refused } from '../../kit/notice.tsx'
import { type Outcome, outcomes } from './search.ts'

type Status = OutputOf<'searchConsole.get'>

const broken = {
  revoked: t.googleRevokedAccess,
  unreadable: t.storedAccessCanNoLonger,
  unticked: t.accessToSearchConsole,
}

export function Connect({ status: { isAvailable, account }, siteId }: { status: Status; siteId?: string }) {
  const { manages } = useRights()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => call('searchConsole.begin', { body: siteId === undefined ? {} : { siteId } }),
    // A form that ends at Google would be refused by the page's own rules; a plain visit is not.
    onSuccess: ({ authorizeUrl }) => location.assign(authorizeUrl),
  })
  return (
    <Panel title={t.connectGoogleSearchConsole}>
      {account?.brokenReason && (
        <Notice tone="warn">{t.connectionOfIsBroken(account.email, broken[account.brokenReason])}</Notice>
      )}
      <p>{t.weAskGoogleForOne}</p>
      <p>{t.weStoreTheseFigures}</p>
      {isAvailable ? (
        !manages ? (
          <Notice>{t.onlyAnOwnerOrAdmin}</Notice>
        ) : (
          <Row>
            <Button look="primary" busy={isPending || isSuccess} onClick={() => mutate()}>
              {t.connectGoogle}
            </Button>
          </Row>
        )
      ) : (
        <Notice>{t.googleIsNotSetUp}</Notice>
      )}
      {error && <Refused error={error} />}
    </Panel>
  )
}

export function OutcomeNotice({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null
  return <Notice tone={outcome === 'connected' ? 'good' : 'warn'}>{outcomes[outcome]}</Notice>
}
