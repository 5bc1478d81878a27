import { defineConfig } from 'vitest/config';

// Logic is kept apart from components and messages, so its tests need none of the client's plugins.
export default defineConfig({ test: { include: ['src/**/*.test.ts'], environment: 'node' } });
