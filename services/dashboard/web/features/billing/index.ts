export { OrderPage } from './order.tsx'
export { Orders } from './orders.tsx'
export { Plans } from './plans.tsx'
export { Receipt } from './receipt.tsx'
