/** The host's answer to a key or an address that may belong to another account, as shown to the user. */
export type OtherAccountQuestion = {
  /** Name of the account for which it was entered. */
  account: string
  /** Number of unsent changes of that account. */
  waiting: number
  /** `elsewhere`: this can be checked only while that account is open. `unclear`: the service cannot tell. */
  why: 'address' | 'key' | 'unclear' | 'elsewhere'
  canReplace: boolean
  /** A name for adding it as an account of its own. */
  name: string
}

export type OtherAccountChoice = { kind: 'own'; name: string } | { kind: 'replace' | 'same' | 'switch' }
