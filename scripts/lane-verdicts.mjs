// What a lane that ended is worth: a busy computer ends lanes as well as a mutant that hangs.

export const HANGS = 'it hangs or ends the process'

/**
 * Each mutant that ended its lane is tried once more alone; what comes of that is believed.
 * @template M
 * @param {{ mutant: M, caught: string | null }[]} verdicts changed in place
 * @param {(mutant: M) => Promise<readonly { caught: string | null }[]>} tryAlone
 */
export async function confirm(verdicts, tryAlone) {
  for (const verdict of verdicts) {
    if (verdict.caught !== HANGS) continue
    const [again] = await tryAlone(verdict.mutant)
    if (again) verdict.caught = again.caught
  }
}
