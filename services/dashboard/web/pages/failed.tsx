import { useEffect } from 'react'
import { reloadOnce, StaleBuild } from '../api/page-code.ts'
import { Button } from '../ui/button.tsx'
import { Narrow } from '../ui/narrow.tsx'
import { sentenceOf } from '../ui/refused.tsx'

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
