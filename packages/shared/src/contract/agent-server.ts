export const agentServer = {
  name: 'rank-tracker',
  title: 'Rank Tracking Service',
  description: 'Positions of websites in search results over time; an agent can register itself as a guest.',
}
export const skillUri = `skill://${agentServer.name}/SKILL.md`
/** Newest first. */
export const agentProtocolVersions = [
  '2026-07-28',
  '2025-11-25',
  '2025-06-18',
  '2025-03-26',
  '2024-11-05',
  '2024-10-07',
]
