import { useEffect } from 'react'
import { app as t } from '../../texts/app.ts'
import { sentenceOf } from '../api/refusal.ts'
import { Button } from '../kit/button.tsx'
import { Narrow } from '../kit/layout/narrow.tsx'
import { reloadOnce, StaleBuild } from '../routing/page-code.ts'

export function Failed({ error }: { error: unknown }) {
  const isStale = error instanceof StaleBuild
  useEffect(() => {
    if (isStale) reloadOnce()
  }, [isStale])
  return (
    <Narrow title={t.thisPageCannotBeShown} line={isStale ? t.newerVersionOfThesePages : sentenceOf(error)}>
      <p>
        <Button onClick={() => location.reload()}>{t.tryAgain}</Button>
      </p>
    </Narrow>
  )
}
