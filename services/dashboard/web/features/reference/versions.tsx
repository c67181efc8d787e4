import { reference as t } from '../../../texts/reference.ts'
import { Loaded, Page, Panel } from '../../kit/layout/page.tsx'
import { Markdown } from '../../kit/words/markdown.tsx'
import { reference } from './document.ts'
import { ReferenceFrame } from './reference-frame.tsx'

/** How the server API changes; the header of a deprecated call leads here. */
export function Versions() {
  return (
    <ReferenceFrame>
      <Page title={t.versions} line={t.howTheApiChanges}>
        <Loaded query={reference}>
          {({ versions }) => (
            <Panel title={t.theRules}>
              <Markdown text={versions} />
            </Panel>
          )}
        </Loaded>
      </Page>
    </ReferenceFrame>
  )
}
