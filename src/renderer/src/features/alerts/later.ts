// The snooze dialog is not needed for the first row (router.ts says when it loads).
export const loadSnoozeDialog = () => import('./SnoozeDialog.vue')
