/** The largest number of ids of selected rows in one query. They fit into one message to the browser host. */
export const MAX_SELECTED = 5_000
