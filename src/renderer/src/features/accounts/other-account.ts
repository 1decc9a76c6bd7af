/** The host's answer to a key or an address that may belong to another account, as it is put to the user. */
export type OtherAccountQuestion = {
  /** Name of the account it was entered for. */
  account: string
  /** Changes there that have not been sent. */
  waiting: number
  /** `elsewhere`: it can be told only while that account is open. `unclear`: the service cannot tell. */
  why: 'address' | 'key' | 'unclear' | 'elsewhere'
  canReplace: boolean
  /** A name for it as an account of its own. */
  name: string
}

export type OtherAccountChoice = { kind: 'own'; name: string } | { kind: 'replace' | 'same' | 'switch' }
