// The parts of OpenAPI 3.1 that our document may use, as JSON Schema. Anything else is a mistake.

const object = (properties: object, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
const mapOf = (values: object) => ({ type: 'object', additionalProperties: values })
const listOf = (items: object) => ({ type: 'array', items })
const text = { type: 'string' }
const schema = { type: ['object', 'boolean'] }
const reference = object({ $ref: { type: 'string', pattern: '^#/components/' } }, ['$ref'])

const content = {
  type: 'object',
  additionalProperties: object({ schema }, ['schema']),
  propertyNames: { pattern: '^[a-z]+/[a-z0-9.+*-]+$|^\\*/\\*$' },
  minProperties: 1,
}
const header = object({ description: text, required: { type: 'boolean' }, schema }, ['schema'])
const response = object({ description: text, headers: mapOf(header), content }, ['description'])
const parameter = {
  ...object(
    {
      name: text,
      in: { enum: ['query', 'header', 'path', 'cookie'] },
      description: text,
      schema,
      required: { type: 'boolean' },
      allowEmptyValue: { type: 'boolean' },
      allowReserved: { type: 'boolean' },
      style: { enum: ['form', 'simple', 'deepObject'] },
      explode: { type: 'boolean' },
    },
    ['name', 'in', 'schema'],
  ),
  if: { properties: { in: { const: 'path' } } },
  // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema.
  then: { properties: { required: { const: true } }, required: ['required'] },
}
const operation = object(
  {
    operationId: { type: 'string', pattern: '^\\w+\\.\\w+$' },
    summary: text,
    description: text,
    tags: listOf(text),
    security: listOf(mapOf(listOf(text))),
    parameters: listOf(parameter),
    requestBody: object({ description: text, required: { type: 'boolean' }, content }, ['content']),
    responses: {
      type: 'object',
      minProperties: 1,
      additionalProperties: false,
      patternProperties: { '^([1-5]\\d\\d|default)$': { anyOf: [response, reference] } },
    },
  },
  ['operationId', 'summary', 'tags', 'security', 'responses'],
)
const securityScheme = {
  oneOf: [
    object(
      {
        type: { const: 'apiKey' },
        in: { enum: ['cookie', 'query', 'header'] },
        name: text,
        description: text,
      },
      ['type', 'in', 'name'],
    ),
    object({ type: { const: 'http' }, scheme: text, description: text }, ['type', 'scheme']),
  ],
}

export const OPENAPI_SCHEMA = object(
  {
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
    info: object({ title: text, version: text, description: text }, ['title', 'version']),
    paths: {
      type: 'object',
      additionalProperties: false,
      patternProperties: {
        '^/': object({
          get: operation,
          put: operation,
          post: operation,
          delete: operation,
          patch: operation,
        }),
      },
    },
    components: object({ schemas: mapOf(schema), securitySchemes: mapOf(securityScheme) }),
  },
  ['openapi', 'info', 'paths'],
)
