// What the program asked of the operating system, in its order. Specs read it through the inspector: `electron.standin`.
export type Recorded = { what: string; args: unknown[] }

export const recorded: Recorded[] = []

export function record(what: string, ...args: unknown[]): void {
  recorded.push({ what, args })
}
