// Close codes of the sockets between page and host. This file does not use zod, because the view imports it.

/** Our own code: the page has no valid session, so it must not retry. */
export const NO_SESSION = 4401
