// The parts own data consists of. Apart from the schemas, because the view needs the values and takes no zod.
export const OWN_PARTS = ['settings', 'alert-rules', 'views', 'terminals', 'dates', 'quieted', 'corrections', 'settled', 'dismissed', 'folders', 'notes', 'own-tags', 'assignees', 'priorities', 'me', 'rates', 'links', 'snapshots'] as const
