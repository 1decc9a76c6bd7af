// Checks custom fields: definitions, options, values, and their validation (specification 4.2). A new account has the
// field `dock` with the option `Door one` (`one`). Its value is set on one container.
import assert from 'node:assert/strict'
import { MINUTE, NOON } from './client.ts'
import { wrapData } from './scenario.ts'
import { rule, type Row } from './row.ts'

export const fieldRows: readonly Row[] = [
  rule(
    '4.2',
    'a definition is deleted with its options and values; a deleted option leaves values unchanged',
    async ({ createAccount }) => {
      const { client, ids } = await createAccount()
      client.send('DELETE', `/custom_field_definitions/${ids.definition}/options/${ids.option}`)
      assert.deepEqual(client.get(`/custom_fields/${ids.field}`).data.attributes, {
        api_slug: 'dock',
        value: 'one',
        display_value: 'one',
      })
      const noteDefinitionId = client.send(
        'POST',
        '/custom_field_definitions',
        wrapData('custom_field_definition', {
          entity_type: 'Container',
          api_slug: 'note',
          display_name: 'Note',
          data_type: 'short_text',
        }),
      ).body.data.id
      const noteFieldId = client.send(
        'POST',
        `/containers/${ids.container}/custom_fields`,
        wrapData('custom_field', { api_slug: 'note', value: 'x' }),
      ).body.data.id
      client.send('DELETE', `/custom_field_definitions/${ids.definition}`)
      assert.deepEqual(
        [
          client.list('/custom_fields').map(({ id }) => id),
          client.list('/custom_field_definitions').map(({ id }) => id),
        ],
        [[noteFieldId], [noteDefinitionId]],
      )
    },
  ),
  rule('4.2', 'a definition’s optional parts can be set, changed and emptied', async ({ createAccount }) => {
    const { client } = await createAccount()
    const parts = { description: 'd', validation: { max_length: 3 }, default_format: 'f', default_value: 'v' }
    const { data } = client.send(
      'POST',
      '/custom_field_definitions',
      wrapData('custom_field_definition', {
        entity_type: 'shipment',
        api_slug: 'ref',
        display_name: ' Ref ',
        data_type: 'reference',
        reference_type: 'container',
        ...parts,
      }),
    ).body
    assert.deepEqual(
      {
        ...data.attributes,
        ...parts,
        display_name: 'Ref',
        entity_type: 'Shipment',
        data_type: 'reference',
        reference_type: 'container',
      },
      data.attributes,
    )
    const changed = client.send(
      'PATCH',
      `/custom_field_definitions/${data.id}`,
      wrapData('custom_field_definition', {
        description: null,
        validation: null,
        default_format: null,
        default_value: null,
        display_name: 'Other',
      }),
      NOON + MINUTE,
    ).body.data
    assert.deepEqual(changed.attributes, {
      ...data.attributes,
      description: null,
      validation: null,
      default_format: null,
      default_value: null,
      display_name: 'Other',
      updated_at: '2026-11-20T17:01:00Z',
    })
  }),
  rule('4.2', 'sending a value for a record again replaces the one before', async ({ createAccount }) => {
    const { client, ids } = await createAccount()
    const replaced = client.send(
      'POST',
      `/containers/${ids.container}/custom_fields`,
      wrapData('custom_field', { api_slug: 'dock', value: null }),
    ).body.data
    assert.deepEqual(
      [replaced.id, replaced.attributes['value'], client.list('/custom_fields').length],
      [ids.field, null, 1],
    )
    const otherField = client.send(
      'POST',
      '/custom_fields',
      wrapData(
        'custom_field',
        { value: 'one' },
        {
          definition: { data: { type: 'custom_field_definition', id: ids.definition } },
          entity: {
            data: { type: 'cargo', id: client.list('/containers').find(({ id }) => id !== ids.container)!.id },
          },
        },
      ),
    )
    assert.deepEqual(
      [
        otherField.status,
        client.list('/custom_fields').length,
        client.list(`/containers/${ids.container}/custom_fields`).length,
      ],
      [201, 2, 1],
    )
  }),
  rule('4.2', 'options are sorted by position, those without one last', async ({ createAccount }) => {
    const { client, ids } = await createAccount()
    for (const [label, position] of [
      ['c', null],
      ['b', 5],
      ['a', 0],
      ['d', null],
    ] as const)
      client.send(
        'POST',
        `/custom_field_definitions/${ids.definition}/options`,
        wrapData('custom_field_option', { label, value: label, position }),
      )
    assert.deepEqual(
      client.list(`/custom_field_definitions/${ids.definition}/options`).map(({ attributes }) => attributes['label']),
      ['a', 'Door one', 'b', 'c', 'd'],
    )
  }),
  // Each entry has a type, the sent value, the stored value, the displayed value, and values that are refused.
  ...(
    [
      ['short_text', 'x'.repeat(255), 'x'.repeat(255), 'x'.repeat(255), ['x'.repeat(256), 7]],
      ['number', '12.50', 12.5, '12.5', ['x', 1e13, 0.1234567, true]],
      ['number', -3, -3, '-3', [[]]],
      ['date', '2028-02-29', '2028-02-29', '2028-02-29', ['2027-02-29', '2027-2-2', 7, '2027-01-01T00:00:00Z']],
      [
        'datetime',
        '2026-11-20T17:00:00Z',
        '2026-11-20T17:00:00Z',
        '2026-11-20T17:00:00Z',
        [
          'soon',
          '20 Nov 2026',
          7,
          '2026-02-30T10:00:00Z',
          '2026-11-20T24:00:00Z',
          '2026-11-20T10:60:00Z',
          '2026-11-20T10:00:60Z',
          '2026-11-20T10:00:00+24:00',
          '2026-11-20T10:00:00+10:60',
        ],
      ],
      ['boolean', true, true, 'Yes', ['true', 1]],
      ['boolean', false, false, 'No', [0]],
      ['enum', 'a', 'a', 'Alpha', ['c', 7, 'a,b']],
      ['enum_multi', ['b', 'a'], 'b,a', 'Beta, Alpha', [['a', 'c'], 7, [7]]],
      ['enum_multi', 'a,b', 'a,b', 'Alpha, Beta', ['a,c']],
      [
        'reference',
        { type: 'container', id: 'x', more: 1 },
        { type: 'container', id: 'x' },
        'x',
        [{ type: 'shipment', id: 'x' }, { type: 'container' }, 'x'],
      ],
    ] as const
  ).map(([type, sent, stored, displayed, refused]) =>
    rule('4.2', `a ${type} accepts ${JSON.stringify(sent).slice(0, 40)} and shows it`, async ({ createAccount }) => {
      const { client, ids } = await createAccount()
      const definitionId = client.send(
        'POST',
        '/custom_field_definitions',
        wrapData('custom_field_definition', {
          entity_type: 'Cargo',
          api_slug: 'own',
          display_name: 'Own',
          data_type: type,
          reference_type: type === 'reference' ? 'container' : undefined,
        }),
      ).body.data.id
      for (const [value, label] of [
        ['a', 'Alpha'],
        ['b', 'Beta'],
      ])
        client.send(
          'POST',
          `/custom_field_definitions/${definitionId}/options`,
          wrapData('custom_field_option', { label, value }),
        )
      const setValue = (value: unknown) =>
        client.send(
          'POST',
          `/containers/${ids.container}/custom_fields`,
          wrapData('custom_field', { api_slug: 'own', value }),
        )
      assert.deepEqual(setValue(sent).body.data.attributes, {
        api_slug: 'own',
        value: stored,
        display_value: displayed,
      })
      for (const value of refused) assert.equal(setValue(value).status, 422, JSON.stringify(value))
      assert.deepEqual(setValue(null).body.data.attributes, { api_slug: 'own', value: null, display_value: null })
    }),
  ),
  rule(
    '4.2',
    'validation of a field: required, max_length, pattern; a pattern that is too long or could run without end is refused, and an invalid one ignored',
    async ({ createAccount }) => {
      const { client, ids } = await createAccount()
      const definitionId = client.send(
        'POST',
        '/custom_field_definitions',
        wrapData('custom_field_definition', {
          entity_type: 'Container',
          api_slug: 'own',
          display_name: 'Own',
          data_type: 'short_text',
        }),
      ).body.data.id
      const patchValidation = (validation: unknown) =>
        client.send(
          'PATCH',
          `/custom_field_definitions/${definitionId}`,
          wrapData('custom_field_definition', { validation }),
        ).status
      const postValues = (validation: unknown, ...values: unknown[]) => {
        assert.equal(patchValidation(validation), 200)
        return values.map(
          (value) =>
            client.send(
              'POST',
              `/containers/${ids.container}/custom_fields`,
              wrapData('custom_field', { api_slug: 'own', value }),
            ).status,
        )
      }
      assert.deepEqual(postValues({ required: true }, null, 'x'), [422, 201])
      assert.deepEqual(postValues({ max_length: 3 }, 'abc', 'abcd', null), [201, 422, 201])
      assert.deepEqual(postValues({ pattern: '^[A-Z]{2}$' }, 'AB', 'ab', 'ABC'), [201, 422, 422])
      assert.deepEqual(
        [postValues({ pattern: '[' }, 'b'), postValues({ pattern: `^${'a'.repeat(98)}$` }, 'b')],
        [[201], [422]],
      )
      assert.deepEqual(
        [
          '(a+)+$',
          `^${'a'.repeat(99)}$`,
          '^(([a-z])+.)+[A-Z]$',
          'a*a*a*b',
          'a?'.repeat(20),
          '(a|b)'.repeat(16),
          'a{0,99}a{0,99}a{0,99}',
        ].map((pattern) => patchValidation({ pattern })),
        Array(7).fill(422),
      )
      assert.deepEqual(
        ['a{2}'.repeat(20), 'a?'.repeat(13), 'a?'.repeat(14)].map((pattern) => patchValidation({ pattern })),
        [200, 200, 422],
      )
      assert.deepEqual(
        postValues({ pattern: '^(A|\\p{L}{2}|[(*+]{1,3}?)-?\\(\\d{4,}$' }, 'A-(1234', '((1234', 'ab(1'),
        [201, 201, 422],
      )
    },
  ),
]
