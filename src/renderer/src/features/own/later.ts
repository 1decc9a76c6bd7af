// What of the user's own data is not needed for a first row: forms, and the block in the panel (router.ts says when it
// comes).
export const ownLater = { dialogs: () => import('./OwnDialogs.vue'), region: () => import('./OwnRegion.vue') }
