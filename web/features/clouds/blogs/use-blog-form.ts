import { useState } from 'react';
import type { z } from 'zod';
import { cloudBlogForm } from '#domain/contract/cloud-blogs.ts';
import { Refusal } from '#web/lib/failure.ts';

/** The form as it is typed. */
export type TypedBlog = Required<z.input<typeof cloudBlogForm>>;
export type TextName = Exclude<keyof TypedBlog, 'articleIds'>;

const first: TypedBlog = {
  ...{ bucketName: '', directory: '', title: '', keywords: '', description: '', aboutMe: '', contact: '' },
  ...{ facebook: '', instagram: '', twitter: '', linkedin: '', articleIds: [] },
};

/** Values of a blog's form, what is wrong with them, and its check. */
export interface BlogForm {
  typed: TypedBlog;
  problems: Record<string, string>;
  /** True while something typed was not uploaded. */
  isTouched: boolean;
  type: (change: Partial<TypedBlog>) => void;
  /** True when all is well; else each broken rule stands at its field, and the first has the focus. */
  check: () => boolean;
  /** Shows a refusal at the field it names; false where it names none of these. */
  refuse: (error: unknown) => boolean;
  /** All that is typed was taken. */
  sent: () => void;
}

export const fieldId = (name: string) => `blog-${name}`;

function goTo(name: string): void {
  requestAnimationFrame(() => document.getElementById(fieldId(name))?.focus());
}

export function useBlogForm(): BlogForm {
  const [typed, setTyped] = useState(first);
  const [taken, setTaken] = useState(first);
  const [problems, setProblems] = useState<Record<string, string>>({});
  const show = (found: [string, string][]) => {
    setProblems(Object.fromEntries(found.toReversed()));
    if (found[0]) goTo(found[0][0]);
  };
  return {
    typed,
    problems,
    isTouched: typed !== taken,
    sent: () => setTaken(typed),
    type: (change) => {
      setTyped((now) => ({ ...now, ...change }));
      setProblems((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in change))));
    },
    check: () => {
      const issues = cloudBlogForm.safeParse(typed).error?.issues ?? [];
      show(issues.map(({ path, message }) => [String(path[0]), message]));
      return issues.length === 0;
    },
    refuse: (error) => {
      if (!(error instanceof Refusal) || !error.field || !(error.field in first)) return false;
      show([[error.field, error.message]]);
      return true;
    },
  };
}
