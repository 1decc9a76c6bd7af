/** The host's answer to a key or an address that may belong to another account, as shown to the user. */
export type OtherAccountQuestion = {
  /** Name of the account for which the key or address was entered. */
  account: string
  /** Number of unsent changes of that account. */
  waiting: number
  /**
   * `address`, `key`: it belongs to another account. `elsewhere`: this can be checked only while that account is open.
   * `unclear`: the service cannot tell.
   */
  why: 'address' | 'key' | 'unclear' | 'elsewhere'
  canReplace: boolean
  /** The suggested name, if the user adds the key or address as an account of its own. */
  name: string
}

export type OtherAccountChoice = { kind: 'own'; name: string } | { kind: 'replace' | 'same' | 'switch' }
