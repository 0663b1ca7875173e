package dev.loomweight.repl;

import java.io.IOException;
import java.io.Writer;

/** Text that is laid out piece by piece, as it is wanted: nobody holds all of it. */
interface LazyText {

    /** How many pieces there are; at least one. */
    int pieces();

    /**
     * Lays out a piece.
     *
     * @param piece which, from 0
     * @param out where its lines go, each of them ended
     * @throws IOException as thrown by {@code out}
     */
    void write(int piece, Writer out) throws IOException;

    /** All pieces, one after the other. */
    default void writeAll(Writer out) throws IOException {
        for (int piece = 0; piece < pieces(); piece++) {
            write(piece, out);
        }
    }

    /** One piece. */
    static LazyText of(Piece only) {
        return new LazyText() {
            @Override
            public int pieces() {
                return 1;
            }

            @Override
            public void write(int piece, Writer out) throws IOException {
                only.write(out);
            }
        };
    }

    /** Lays out one piece. */
    @FunctionalInterface
    interface Piece {

        /** Writes its lines. */
        void write(Writer out) throws IOException;
    }
}
