import { useState } from 'react'
import { alerts as t } from '../../../texts/alerts.ts'
import { call } from '../../api/call.ts'
import { readAgain } from '../../api/queries.ts'
import { sentenceOf } from '../../api/refusal.ts'
import { Options } from '../../kit/form/options.tsx'
import { Stack } from '../../kit/layout/page.tsx'
import { Notice } from '../../kit/notice.tsx'
import { Rules, type Settings } from './rules.tsx'

/** Alerts to the webhooks, Slack and Discord of a site: whether, and by which rules. */
export function Channels({ siteId, settings }: { siteId: string; settings: Settings }) {
  const [failure, setFailure] = useState<string>()
  const turn = async (channelsOn: boolean) => {
    setFailure(undefined)
    try {
      await call('alertSettings.update', { params: { id: siteId }, body: { audience: 'channels', channelsOn } })
      await readAgain('alertSettings.get')
      return true
    } catch (error) {
      setFailure(sentenceOf(error))
      return false
    }
  }
  return (
    <Stack>
      {failure !== undefined && <Notice tone="bad">{failure}</Notice>}
      <Options
        label={t.channelRules}
        options={[
          {
            label: t.channelsOn,
            hint: t.channelsLine,
            checked: settings.channelsOn,
            onCheck: turn,
          },
        ]}
      />
      <Rules siteId={siteId} audience="channels" rules={settings.channels} />
    </Stack>
  )
}
