import { Button } from '../ui/button.tsx'
import { sentenceOf } from '../ui/form.tsx'
import { Narrow } from '../ui/narrow.tsx'

/** In the place of a page that could not be shown. */
export function Failed({ error }: { error: unknown }) {
  return (
    <Narrow title="This page cannot be shown" line={sentenceOf(error)}>
      <p>
        <Button onClick={() => location.reload()}>Try again</Button>
      </p>
    </Narrow>
  )
}
