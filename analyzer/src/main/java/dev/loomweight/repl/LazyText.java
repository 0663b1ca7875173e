package dev.loomweight.repl;

import java.io.IOException;
import java.io.Writer;

/** Text that is laid out piece by piece, on demand. */
interface LazyText {

    /** The number of pieces, at least one. */
    int pieces();

    /**
     * Lays out a piece.
     *
     * @param piece its number, from 0
     * @param out receives complete lines
     * @throws IOException as thrown by {@code out}
     */
    void write(int piece, Writer out) throws IOException;

    /** Writes all pieces. */
    default void writeAll(Writer out) throws IOException {
        for (int piece = 0; piece < pieces(); piece++) {
            write(piece, out);
        }
    }

    /** A text of one piece. */
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

    /** Lays out a piece. */
    @FunctionalInterface
    interface Piece {

        /** Writes its lines. */
        void write(Writer out) throws IOException;
    }
}
