// The feature's interface for other features.
export { NoRoom, PlanLimit, type Room, roomLeft } from './plan-room.tsx'
