import js from '@eslint/js';
import prettier from 'eslint-config-prettier';
import svelte from 'eslint-plugin-svelte';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  globalIgnores(['src/paraglide/', 'project.inlang/', 'test-results/', 'playwright-report/']),
  js.configs.recommended,
  ts.configs.recommendedTypeChecked,
  svelte.configs.recommended,
  prettier,
  svelte.configs.prettier,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    languageOptions: {
      parserOptions: {
        projectService: { allowDefaultProject: ['*.js', 'src/shell/service-worker.js'] },
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      eqeqeq: 'error',
      // The formatter breaks code, but neither comments nor long strings.
      'max-len': ['error', { code: 120 }],
      'no-console': 'error',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // The build generates the types of the messages, which linting does not wait for; svelte-check has them.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // State is in `$state.raw` and replaced as a whole: a reactive Set or Map would be slower.
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  { files: ['src/**'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
  },
  {
    files: ['src/shell/service-worker.js'],
    languageOptions: { globals: { ...globals.serviceworker, __FILES__: 'readonly', __VERSION__: 'readonly' } },
  },
  { files: ['**/*.js'], rules: { '@typescript-eslint/explicit-function-return-type': 'off' } },
  {
    files: ['*.ts', '*.js', 'tests/**', 'pictures/**', 'budgets/**', 'legibility/**'],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
  // Budgets are printed: their numbers go into the documentation.
  { files: ['budgets/**'], rules: { 'no-console': 'off' } },
);
