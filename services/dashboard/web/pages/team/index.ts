export { Team } from './team.tsx'
