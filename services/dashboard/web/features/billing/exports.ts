// What other features may use of this one.
export { NoRoom, PlanLimit, type Room, roomLeft } from './plan-room.tsx'
