// Parts of the user's own data that are not needed for the first row: forms and the block in the panel (router.ts says
// when they load).
export const ownLater = { dialogs: () => import('./OwnDialogs.vue'), block: () => import('./OwnDataBlock.vue') }
