import { useMemo, useState } from 'react'
import { keywords as t } from '../../../texts/keywords.ts'
import { call, type OutputOf, read, readAgain } from '../../api/call.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/dialog/dialog.tsx'
import { FileButton } from '../../kit/form/files.tsx'
import { Form, TextField } from '../../kit/form/form.tsx'
import { Loaded } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { NoRoom, roomLeft } from '../billing/exports.ts'
import type { Ranks } from '../ranks/exports.ts'
import { type Variant, VariantFields } from './edit-keyword.tsx'
import { type Pasted, readPasted } from './pasted.ts'
import { PastedPreview } from './pasted-preview.tsx'
import { SuggestedPhrases } from './suggested-phrases.tsx'
import { overLimit, revivedWords, useKeywordRoom } from './tracking.tsx'

type Site = Pick<OutputOf<'sites.get'>['project'], 'id' | 'domain' | 'country' | 'language'>
type Answer = Pick<OutputOf<'keywords.createBulk'>, 'added' | 'revived' | 'skippedLines'>
/** `left`: new phrases that were not sent, because the plan has no room for them. */
type Outcome = Answer & { left: number }
type AddKeywordsProps = { siteId: string; ranks: Ranks; open: boolean; onClose(): void }

const reasons = { duplicate: t.alreadyTracked, invalid: t.notAKeyword }

/** Tracks phrases that are typed, pasted or in a file, after a look at what they are; each is checked at once. */
export function AddKeywords({ siteId, ranks, open, onClose }: AddKeywordsProps) {
  const [outcome, setOutcome] = useState<Outcome>()
  const close = () => {
    setOutcome(undefined)
    onClose()
  }
  return (
    <Dialog title={t.addKeywords} open={open} onClose={close}>
      {outcome ? (
        <Added outcome={outcome} onClose={close} />
      ) : (
        open && (
          <Loaded query={read('sites.get', { params: { id: siteId } })}>
            {({ project }) => (
              <Wanted
                site={project}
                ranks={ranks}
                onAdded={(added) => (isNotable(added) ? setOutcome(added) : close())}
              />
            )}
          </Loaded>
        )
      )}
    </Dialog>
  )
}

function isNotable({ skippedLines, left, revived = 0 }: Outcome): boolean {
  return skippedLines.length > 0 || left > 0 || revived > 0
}

function Wanted({ site, ranks, onAdded }: { site: Site; ranks: Ranks; onAdded(outcome: Outcome): void }) {
  const [text, setText] = useState('')
  const [variant, setVariant] = useState<Variant>({ device: 'desktop', location: null })
  const tracked = useMemo(() => trackedAt(ranks, { ...site, ...variant }), [ranks, site, variant])
  const pasted = useMemo(() => readPasted(text, tracked), [text, tracked])
  const chosen = useMemo(() => new Set([...tracked, ...pasted.lines.map(({ phrase }) => phrase)]), [tracked, pasted])
  const room = useKeywordRoom()
  const wanted = pasted.lines.filter(({ state }) => state === 'new').length
  const fit = room ? Math.min(wanted, roomLeft(room)) : wanted
  return (
    <Form
      action={t.addCount(fit)}
      waits={wanted > 0 && fit === 0}
      onSend={async () => {
        const answer = await add(site, { text, variant }, pasted, fit)
        await readAgain()
        onAdded(answer)
      }}
    >
      <TextField
        name="text"
        label={t.keywordsOnePerLine}
        rows={8}
        value={text}
        onText={setText}
        hint={t.csvColumnKeywordsExport(
          <FileButton label={t.uploadAFile} accept=".csv,.txt,text/csv,text/plain" onText={setText} />,
        )}
      />
      {pasted.kind === 'phrases' && (
        <SuggestedPhrases
          siteId={site.id}
          known={chosen}
          onChoose={(phrase) => setText(text.trim() === '' ? phrase : `${text.trimEnd()}\n${phrase}`)}
        />
      )}
      {pasted.kind === 'phrases' && <VariantFields country={site.country} chosen={variant} onChoose={setVariant} />}
      <PastedPreview pasted={pasted} />
      {room && <NoRoom limit={{ name: 'keywords', ...room }} wanted={wanted} fit={fit} />}
    </Form>
  )
}

function trackedAt({ keywords }: Ranks, where: Omit<Site, 'id' | 'domain'> & Variant): string[] {
  const names = ['country', 'language', 'device', 'location'] as const
  return keywords.flatMap((each) => (names.every((name) => each[name] === where[name]) ? [each.keyword] : []))
}

/** One request, with the phrases that fit; an export of SerpBear goes as a whole, for its lines have positions. */
async function add(
  { id, domain, language }: Site,
  { text, variant }: { text: string; variant: Variant },
  { kind, lines }: Pasted,
  fit: number,
): Promise<Outcome> {
  if (kind === 'serpbear') {
    const body = { from: 'serpbear', siteId: id, domain, language, text } as const
    return { ...(await call('keywords.import', { body })), left: 0 }
  }
  const phrases = lines.flatMap(({ phrase, state }) => (state === 'new' ? [phrase] : []))
  // Without a new one the service says what is missing.
  const body = { text: phrases.slice(0, fit).join('\n') || text, ...variant }
  return { ...(await call('keywords.createBulk', { params: { id }, body })), left: phrases.length - fit }
}

function Added({ outcome, onClose }: { outcome: Outcome; onClose(): void }) {
  const { added, revived = 0, skippedLines, left } = outcome
  const room = useKeywordRoom()
  const refused = left + overLimit(outcome)
  const others = skippedLines.flatMap(({ line, keyword, code }) =>
    code === 'plan_limit_reached' ? [] : [{ line, text: `“${keyword}”: ${reasons[code]}` }],
  )
  return (
    <>
      {refused > 0 && room ? (
        <NoRoom limit={{ name: 'keywords', ...room }} wanted={added + refused} fit={added} isDone />
      ) : (
        <Notice tone={added > 0 ? 'good' : 'warn'}>{t.nowTracked(added)}</Notice>
      )}
      {revived > 0 && <p>{revivedWords(added, revived)}</p>}
      <ul>
        {others.slice(0, 20).map(({ line, text }) => (
          <li key={line}>{text}</li>
        ))}
        {others.length > 20 && <li>{t.andMore(others.length - 20)}</li>}
      </ul>
      <p>
        <Button look="primary" onClick={onClose}>
          {t.close}
        </Button>
      </p>
    </>
  )
}
