// The feature's interface for other features.
export { AlertTopic } from './alert-topic.tsx'
export { RecentAlerts } from './recent-alerts.tsx'
