import { webhooks as t } from '../../../texts/webhooks.ts'
import { Button } from '../../kit/button.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Code } from '../../kit/words/code.tsx'

export function NewSecret({ secret, isSure, onClose }: { secret: string; isSure: boolean; onClose(): void }) {
  return (
    <>
      <Notice tone="warn">{t.secretShownOnce}</Notice>
      <Code label={t.secret} text={secret} />
      {isSure && <Notice tone="bad">{t.haveYouSaved}</Notice>}
      <p>
        <Button look="primary" onClick={onClose}>
          {isSure ? t.iHaveSaved : t.close}
        </Button>
      </p>
    </>
  )
}
