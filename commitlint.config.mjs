// `area: imperative summary` in at most 72 characters; the reason in the body, after an empty line.
export default {
  parserPreset: {
    parserOpts: { headerPattern: /^([a-z0-9][a-z0-9-]*): ([a-z0-9`'"].*)$/, headerCorrespondence: ['type', 'subject'] },
  },
  rules: {
    'type-empty': [2, 'never'],
    'subject-empty': [2, 'never'],
    'subject-full-stop': [2, 'never', '.'],
    'header-max-length': [2, 'always', 72],
    'body-leading-blank': [2, 'always'],
    'body-max-line-length': [2, 'always', 100],
  },
};
