declare module 'jsonapi-validator' {
  export class Validator {
    constructor(schema?: unknown)
    isValid(document: unknown): boolean
  }
}
