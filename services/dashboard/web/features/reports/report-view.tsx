import type { ReactNode } from 'react'
import { reports as t } from '../../../texts/reports.ts'
import { Panel, Stack } from '../../kit/layout/page.tsx'
import { Letterhead } from '../../kit/layout/sheet.tsx'
import { FileSubject } from '../../kit/table/csv.ts'
import { UtcMoment } from '../../kit/words/time.tsx'
import { spanText } from '../../kit/words/time-text.ts'
import type { PartOf, Parts, ReportDocument } from './part-panel.tsx'
import { ComparisonPart, RanksPart, VisibilityPart } from './rank-parts.tsx'
import { AiPart, SearchConsolePart } from './signal-parts.tsx'
import { AuditPart, LinksPart } from './site-parts.tsx'

/** A report, the same for its owner and its readers. */
export function ReportView({ document, heading }: { document: ReportDocument; heading: 'h1' | 'h3' }) {
  const { title, shownName, logo, site, from, until, at, parts } = document
  const name = site.name === site.domain ? site.domain : `${site.name} · ${site.domain}`
  return (
    <FileSubject value={site.domain}>
      <Stack>
        <Letterhead
          heading={heading}
          title={title}
          line={[t.about(name, spanText(from, until)), ...(shownName === null ? [] : [t.by(shownName)])].join(' · ')}
          below={t.made(<UtcMoment at={at} />)}
          logo={logo}
        />
        {known('visibility', parts.visibility, (part) => (
          <VisibilityPart part={part} />
        ))}
        {known('ranks', parts.ranks, (part) => (
          <RanksPart part={part} />
        ))}
        {known('comparison', parts.comparison, (part) => (
          <ComparisonPart part={part} />
        ))}
        {known('searchConsole', parts.searchConsole, (part) => (
          <SearchConsolePart part={part} />
        ))}
        {known('ai', parts.ai, (part) => (
          <AiPart part={part} />
        ))}
        {known('audit', parts.audit, (part) => (
          <AuditPart part={part} />
        ))}
        {known('links', parts.links, (part) => (
          <LinksPart part={part} />
        ))}
      </Stack>
    </FileSubject>
  )
}

/** Nothing for a part that was not chosen, and a sentence for one that cannot be read. */
function known<P extends keyof Parts>(name: P, part: Parts[P], draw: (part: PartOf<P>) => ReactNode): ReactNode {
  if (part === undefined) return null
  if (part === null) return <Panel title={t.parts[name]} line={t.cannotBeShown} />
  // safe because both other values were answered
  return draw(part as PartOf<P>)
}
