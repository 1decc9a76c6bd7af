// Generates mutants of a TypeScript file from its syntax tree: each is one small mistake that a programmer could make
// and that still compiles. Mutants without a visible effect are not generated; EQUIVALENT_MUTANTS has the reason for
// each.
import ts from 'typescript'

/**
 * @typedef {{
 *   file: string, line: number, operator: string, start: number, end: number, before: string, after: string
 * }} Mutant
 * @typedef {{ node: import('typescript').Node, after: string, operator: string, start?: number, end?: number }} Finding
 */

/** For each HTTP status, a status that a programmer could confuse with it. */
const OTHER_STATUS = /** @type {Record<string, string>} */ ({
  200: '201',
  201: '200',
  202: '200',
  204: '200',
  302: '301',
  400: '422',
  401: '403',
  403: '404',
  404: '400',
  405: '404',
  409: '422',
  413: '400',
  422: '400',
  429: '503',
  500: '502',
})

/**
 * Mutants without an effect outside the service, identified by the file, the text of the line, and the changed text.
 * Each pattern is as narrow as possible, so that similar mutants with an effect are still generated.
 * @type {readonly { file: RegExp, line: RegExp, before?: RegExp, why: string }[]}
 */
export const EQUIVALENT_MUTANTS = [
  {
    file: /world\/world\.ts$/,
    line: /MAX_CACHED_SLOTS|CACHED_IN_LARGE_WORLD|const maxEntries|cacheByAddress\(slots|cache\.|oldest !== undefined|slot \* 4096/,
    why: 'the size of a cache only saves work',
  },
  { file: /world\/calendar\.ts$/, line: /SPAN_MS = |spans\.set|cached\.hours/, why: 'cached offsets only save work' },
  {
    file: /rate-buckets\.ts$/,
    line: /expired > 1000|instants = |expired = 0/,
    why: 'only the time at which old entries are removed changes',
  },
  {
    file: /request-log\.ts$/,
    line: /MAX_|oldestIndex = |oldestIndex\] = /,
    why: 'only the number of log entries changes',
  },
  {
    file: /request-log\.ts$/,
    line: /toDocument: /,
    before: /^(0|\.\.\.entries\.slice\(0, oldest\))$/,
    why: 'no entry is removed before there are 20,000',
  },
  {
    file: /written\/collection\.ts$/,
    line: /JSON\.parse|\.\.\.changes/,
    before: /^(, )?row$/,
    why: 'the stored text contains the row too',
  },
  {
    file: /world\/container-record\.ts$/,
    line: /\|\| getReachedMs\('(rail|vessel)_departed'\)/,
    before: /^'(rail|vessel)_departed'$/,
    why: 'a departure follows a loading that the same source reported',
  },
  {
    file: /world\/container-number\.ts$/,
    line: /const LETTERS/,
    before: /^'ABC/,
    why: 'characters after Z are in no number',
  },
  { file: /world\/lanes\.ts$/, line: /'[A-Z]{4}'/, before: /^'[A-Z]{4}'/, why: 'the railroads are invented' },
  {
    file: /world\/roster\.ts$/,
    line: /push\(\{ slot, generation: 0/,
    before: /^0$/,
    why: 'a written request has one shipment, in every generation',
  },
  {
    file: /world\/(unscripted|showcase)-stay\.ts$/,
    line: /./,
    before: /^[^]*fromMs: -Infinity[^{}]*(\}, )?$/,
    why: 'before the first report nothing is available, whether it says so or not',
  },
  {
    file: /account\/mail\.ts$/,
    line: /createHash\('md5'\)/,
    before: /base64/,
    why: 'the checksum of a mailed file is not shown',
  },
  { file: /account\/records\.ts$/, line: /others\.total === 0/, why: 'both branches give the same list' },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /./,
    before:
      /^'(metro_area|user|party|vessel|account|webhook|webhook_notification_log|custom_field_option|document_representation)'(, )?$/,
    why: 'a kind without relations leads to no record under any name',
  },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /^  (container_\w+_event|rail_terminal): /,
    why: 'the other kinds at this place have the same relations',
  },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /reference_object: /,
    before: /^'container_\w+_event'/,
    why: 'the other kinds at this place have the same relations',
  },
  {
    file: /jsonapi\/relations\.ts$/,
    line: /^  estimated_event: /,
    before: /shipment|vessel/,
    why: 'a transport event, which can be at this place too, has them',
  },
  { file: /./, line: /\.pragma\(/, why: 'only the file format of SQLite changes' },
]

/**
 * Expressions with a random value. Any probability or duration is valid in a world, so no test could find a mistake.
 */
const RANDOM_VALUE = /\b(dice|roll|drawn|change|hasQuirk)\b[^;]*$/

/**
 * @param {string} file
 * @param {string} text
 * @returns {Mutant[]}
 */
export function findMutants(file, text) {
  const sourceFile = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const lines = text.split('\n')
  /** @type {Mutant[]} */
  const mutants = []
  /** @param {import('typescript').Node} node */
  const visit = (node) => {
    if (
      ts.isTypeNode(node) ||
      ts.isImportDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node)
    )
      return
    if (isUserText(node)) return
    for (const { node: target, after, operator, start, end } of findChanges(node, file)) {
      const startOffset = start ?? target.getStart(sourceFile)
      const endOffset = end ?? target.getEnd()
      const { line } = sourceFile.getLineAndCharacterOfPosition(startOffset)
      const lineText = lines[line] ?? ''
      const before = text.slice(startOffset, endOffset)
      if (
        EQUIVALENT_MUTANTS.some(
          (exception) =>
            exception.file.test(file) && exception.line.test(lineText) && (exception.before?.test(before) ?? true),
        )
      )
        continue
      mutants.push({ file, line: line + 1, operator, start: startOffset, end: endOffset, before, after })
    }
    ts.forEachChild(node, visit)
  }
  visit(sourceFile)
  return mutants
}

/**
 * @param {Mutant} mutant
 * @param {string} text
 */
export function applyMutant({ start, end, after }, text) {
  return text.slice(0, start) + after + text.slice(end)
}

/**
 * @param {import('typescript').Node} node
 * @param {string} file
 * @returns {Finding[]}
 */
function findChanges(node, file) {
  if (ts.isIfStatement(node) || ts.isConditionalExpression(node)) return negateCondition(node)
  if (ts.isBinaryExpression(node)) return swapOperator(node, file)
  if (ts.isNumericLiteral(node)) return changeNumber(node)
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return changeName(node)
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return [{ node, operator: 'flip a truth value', after: node.kind === ts.SyntaxKind.TrueKeyword ? 'false' : 'true' }]
  if (ts.isArrayLiteralExpression(node)) return removeMembers(node.elements, 'drop an element')
  if (ts.isObjectLiteralExpression(node)) return removeMembers(node.properties, 'remove a property')
  if (ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent)) return swapMethod(node)
  if (ts.isExpressionStatement(node) && ts.isCallExpression(node.expression))
    return [{ node, operator: 'leave out a step', after: ';' }]
  return []
}

/**
 * @param {import('typescript').IfStatement | import('typescript').ConditionalExpression} node
 * @returns {Finding[]}
 */
function negateCondition(node) {
  const condition = ts.isIfStatement(node) ? node.expression : node.condition
  if (/^(roll|drawn) [<>]=? [\d.]+$/.test(condition.getText())) return []
  return [{ node: condition, operator: 'negate a condition', after: `!(${condition.getText()})` }]
}

/** @type {Record<string, readonly [after: string, operator: string]>} */
const SWAPS = {
  '<': ['<=', 'move an edge'],
  '<=': ['<', 'move an edge'],
  '>': ['>=', 'move an edge'],
  '>=': ['>', 'move an edge'],
  '===': ['!==', 'turn a comparison round'],
  '!==': ['===', 'turn a comparison round'],
  '&&': ['||', 'swap and and or'],
  '||': ['&&', 'swap and and or'],
  '+': ['-', 'swap plus and minus'],
  '-': ['+', 'swap plus and minus'],
  '*': ['/', 'swap times and divided by'],
  '/': ['*', 'swap times and divided by'],
}

/**
 * @param {import('typescript').BinaryExpression} node
 * @param {string} file
 * @returns {Finding[]}
 */
function swapOperator(node, file) {
  const { operatorToken } = node
  const [after, operator] = SWAPS[operatorToken.getText()] ?? []
  if (after === undefined || operator === undefined) return []
  // Times in the world are random within a century, to the minute or finer, so no test meets a limit exactly. The same
  // is true for random probabilities.
  if (operator === 'move an edge' && (/\/world\//.test(file) || RANDOM_VALUE.test(node.getText()))) return []
  // Guards for the type checker, and guards against our own bugs.
  if (isGuard(node)) return []
  if (/typeof|instanceof/.test(node.left.getText()) || node.right.getText() === 'undefined') return []
  return [{ node: operatorToken, operator, after }]
}

/**
 * @param {import('typescript').NumericLiteral} node
 * @returns {Finding[]}
 */
function changeNumber(node) {
  const text = node.getText()
  const value = Number(text.replaceAll('_', ''))
  if (!Number.isInteger(value) || isRandom(node)) return []
  const status = OTHER_STATUS[text]
  return status === undefined
    ? [{ node, operator: 'change a number', after: String(value + 1) }]
    : [{ node, operator: 'swap a status', after: status }]
}

/** Whether the node is a text for users, also if it is concatenated. @param {import('typescript').Node} node */
function isUserText(node) {
  const { parent } = node
  const isValue =
    parent && (ts.isPropertyAssignment(parent) || ts.isVariableDeclaration(parent)) && parent.initializer === node
  return (
    (isValue && parent.name.getText() === 'detail') ||
    (ts.isNewExpression(node) && node.expression.getText() === 'Error')
  )
}

/** Whether the node is in a condition of an error that only a bug can cause. @param {import('typescript').Node} node */
function isGuard(node) {
  for (let ancestor = node.parent; ancestor; ancestor = ancestor.parent) {
    if (ts.isIfStatement(ancestor))
      return node !== ancestor.thenStatement && /^throw new Error\(/.test(ancestor.thenStatement.getText())
    if (ts.isStatement(ancestor)) return false
  }
  return false
}

/** Whether the node is in an expression for a random value or a hash. @param {import('typescript').Node} node */
function isRandom(node) {
  for (let ancestor = node.parent; ancestor && !ts.isStatement(ancestor); ancestor = ancestor.parent) {
    if (
      ts.isCallExpression(ancestor) &&
      /^(dice\.|createDice|computeHash|toMinute|drawn|fromPattern|candidateOf)/.test(ancestor.getText())
    )
      return true
    if (ts.isBinaryExpression(ancestor) && /^(roll|drawn|change)\b/.test(ancestor.getText())) return true
  }
  return false
}

/**
 * Changes strings that look like names, such as kinds, codes and attributes. Texts for users are not part of the API.
 * @param {import('typescript').StringLiteral | import('typescript').NoSubstitutionTemplateLiteral} node
 * @returns {Finding[]}
 */
function changeName(node) {
  const { parent, text } = node
  if (!/^[A-Za-z_][\w./-]{2,}$/.test(text) || isRandom(node)) return []
  if (ts.isBinaryExpression(parent) && /typeof/.test(parent.left.getText())) return []
  if (ts.isLiteralTypeNode(parent) || ts.isExternalModuleReference(parent)) return []
  return [{ node, operator: 'change a name', after: `'${text}_x'` }]
}

/**
 * @param {import('typescript').NodeArray<import('typescript').Node>} members
 * @param {string} operator
 * @returns {Finding[]}
 */
function removeMembers(members, operator) {
  if (members.length < 2) return []
  return members.map((node, index) => {
    const next = members[index + 1]
    const previous = members[index - 1]
    // The comma of the member is removed too.
    return next
      ? { node, operator, after: '', end: next.getStart() }
      : { node, operator, after: '', start: previous ? previous.getEnd() : node.getStart() }
  })
}

/** @type {Record<string, string>} */
const METHODS = {
  some: 'every',
  every: 'some',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  min: 'max',
  max: 'min',
  floor: 'ceil',
  ceil: 'floor',
}

/**
 * @param {import('typescript').PropertyAccessExpression} node
 * @returns {Finding[]}
 */
function swapMethod({ name, parent }) {
  const after = METHODS[name.text]
  return after === undefined || isRandom(parent) ? [] : [{ node: name, operator: 'swap a method', after }]
}
