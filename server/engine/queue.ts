/** A piece of work that was claimed and is not begun yet. */
export type Work = () => Promise<void>;

/** Work of one kind: what is due is claimed, as far as there is room for it, and each piece is worked on by itself. */
export interface Queue {
  /** Claims what is due; none when nothing is, or there is no room. */
  claim(): Promise<Work[]>;
  /** Pieces in work. */
  readonly size: number;
}
