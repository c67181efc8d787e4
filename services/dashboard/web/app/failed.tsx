import { useEffect } from 'react'
import { sentenceOf } from '../api/send.ts'
import { Button } from '../kit/button.tsx'
import { Narrow } from '../kit/layout/narrow.tsx'
import { reloadOnce, StaleBuild } from '../routing/page-code.ts'

/** In the place of a page that could not be shown. */
export function Failed({ error }: { error: unknown }) {
  const isStale = error instanceof StaleBuild
  useEffect(() => {
    if (isStale) reloadOnce()
  }, [isStale])
  return (
    <Narrow
      title="This page cannot be shown"
      line={isStale ? 'A newer version of these pages has taken its place.' : sentenceOf(error)}
    >
      <p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </p>
    </Narrow>
  )
}
