import type { ColumnType, Generated } from 'kysely';

type WithDefault<T> = ColumnType<T, T | undefined, T>;

/** Who may sign in, who is signed in, and what stands between. */
export interface SignInTables {
  users: {
    id: Generated<number>;
    name: string;
    email: string;
    password_hash: string;
    created_at: Generated<Date>;
  };
  sessions: {
    id_hash: string;
    user_id: number;
    seen_at: WithDefault<Date>;
    expires_at: Date;
    kept: WithDefault<boolean>;
  };
  login_failures: { id: Generated<number>; key: string; at: WithDefault<Date> };
  login_sliders: { id: string; address: string; x: number; used: WithDefault<boolean>; made_at: WithDefault<Date> };
}
