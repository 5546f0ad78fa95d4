import type { ThemeConfig } from 'antd';

type Components = NonNullable<ThemeConfig['components']>;

/**
 * The colours of one look; no colour stands anywhere else in the web (test/house.test.ts). antd's stock colours miss the
 * contrast of WCAG AA in many places (frontend.md pitfall 6); these are chosen so that axe finds nothing in either look.
 */
export interface ThemeTokens {
  /** antd's, which own style sheets read as --ant-color-*. */
  antd: NonNullable<ThemeConfig['token']>;
  /** What is chosen among others. */
  accent: string;
  button: NonNullable<Components['Button']>;
  table: NonNullable<Components['Table']>;
  /** Those of own style sheets, which read them as --lw-*. */
  own: Record<string, string>;
}
