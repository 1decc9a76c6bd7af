// The snooze dialog is not needed to show the first screen, so it is loaded later (see router.ts).
export const loadSnoozeDialog = () => import('./SnoozeDialog.vue')
