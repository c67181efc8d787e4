// The feature's interface for other features.
export { AlertTopic, RecentAlerts } from './recent-alerts.tsx'
