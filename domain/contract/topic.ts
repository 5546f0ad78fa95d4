declare const body: unique symbol;

/** Address of a topic of the live channel (part N), with the type of what is told on it. */
export type Topic<Body> = string & { readonly [body]: Body };

/** A family of topics: one for each id of a thing. */
export interface TopicOf<Body> {
  (id: number): Topic<Body>;
  readonly family: string;
}

/** The one topic of this name. */
export const topic = <Body>(name: string): Topic<Body> => name as Topic<Body>;

/** Topics `name/{id}`. */
export const topicOf = <Body>(name: string): TopicOf<Body> =>
  Object.assign((id: number) => `${name}/${id}` as Topic<Body>, { family: name });

/** What is told on a topic, or on each of a family. */
export type BodyOf<T> = T extends TopicOf<infer Body> ? Body : T extends Topic<infer Body> ? Body : never;
