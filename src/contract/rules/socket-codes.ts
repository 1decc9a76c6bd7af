// Close codes of the sockets between page and host. No zod: the view imports this.

/** Our own code: the page has no valid session, so it must not retry. */
export const NO_SESSION = 4401
