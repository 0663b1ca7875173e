package dev.loomweight.repl;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.match.Regex;
import dev.loomweight.repl.LazyLines.Place;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A million lines, of which only those that are looked at are laid out and held. */
class LazyLinesTest {

    private static final int PIECES = 2000;
    private static final int LINES = 500;

    private final List<Integer> laidOut = new ArrayList<>();
    private final LazyLines text = new LazyLines(new LazyText() {
        @Override
        public int pieces() {
            return PIECES;
        }

        @Override
        public void write(int piece, Writer out) throws IOException {
            laidOut.add(piece);
            for (int line = 0; line < LINES; line++) {
                out.write("\u001b[1mline\u001b[0m " + (piece * LINES + line) + "\n");
            }
        }
    });

    @Test
    void theBeginningNeedsOnePiece() throws Exception {
        assertThat(text.isLongerThan(40)).isTrue();
        assertThat(text.from(new Place(0, 0), 39)).isEqualTo(new Place(0, 39));
        assertThat(laidOut).containsExactly(0);
    }

    @Test
    void theEndIsAsNearAsTheBeginning() throws Exception {
        Place last = text.last();
        assertThat(text.at(last)).endsWith(" 999999");
        assertThat(text.after(last)).isNull();
        assertThat(text.before(new Place(0, 0))).isNull();
        assertThat(text.from(last, 10)).isEqualTo(last);
        assertThat(text.partTo(last)).isEqualTo(1);
        assertThat(text.partTo(new Place(PIECES / 2 - 1, LINES - 1))).isEqualTo(0.5);
        assertThat(laidOut).containsExactly(PIECES - 1, PIECES / 2 - 1);
    }

    @Test
    void aWalkOverAllOfItHoldsAFewPieces() throws Exception {
        Place at = new Place(0, 0);
        int lines = 0;
        int most = 0;
        while (at != null) {
            lines++;
            most = Math.max(most, text.held());
            at = text.after(at);
        }
        assertThat(lines).isEqualTo(PIECES * LINES);
        assertThat(most).isBetween(1, 4);
        assertThat(laidOut).hasSize(PIECES);
        assertThat(text.from(text.last(), -(LINES + 1))).isEqualTo(new Place(PIECES - 2, LINES - 2));
    }

    @Test
    void aSearchFindsWordsWithoutTheirColoursEitherWay() throws Exception {
        Regex pattern = Regex.of("line 1234$");
        Place found = text.find(pattern, new Place(0, 0), false, place -> false);
        assertThat(found).isEqualTo(new Place(2, 234));
        assertThat(text.find(pattern, text.last(), true, place -> place.piece() < PIECES - 3))
                .isNull();
        assertThat(text.find(Regex.of("line 7$"), new Place(1, 0), true, place -> false))
                .isEqualTo(new Place(0, 7));
    }
}
