export { type Blocks, noBlocks } from './blocks.ts'
export { type CompactPage, cutPage, rankOnPage } from './positions.ts'
