// What main has to have words for in each language.
/** `[0]` and `[1]` of `buttons`: what is done when nobody chose, and the other thing. */
type Question = { message: string; buttons: readonly [string, string] }

export type Words = {
  open: string
  quit: string
  urgent: (count: number) => string
  notification: { show: string; snooze: string }
  menu: { about: string; settings: string; file: string; edit: string; view: string; help: string; logs: string; releases: string }
  failing: Question & { detail: (logPath: string) => string }
  stuck: Question & { detail: string }
  link: Question & { remember: (host: string) => string }
  fault: { title: string; detail: (logId: string, logPath: string) => string }
}
