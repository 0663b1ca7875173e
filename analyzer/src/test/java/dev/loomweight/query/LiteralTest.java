package dev.loomweight.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class LiteralTest {

    /** The durations of all doors; one without a unit is a number in a query, and a blank ends one. */
    static List<String[]> durations() throws IOException {
        return Files.readAllLines(Path.of("../agent/src/test/resources/dev/loomweight/amount/durations.csv")).stream()
                .filter(line -> !line.startsWith("#"))
                .map(line -> line.split(",", -1))
                .filter(row -> !row[0].contains(" ") && !row[0].matches("\\d*"))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("durations")
    void aLengthOfTimeIsThatOfTheCommandLine(String text, String nanos) {
        Token token = new Token(Token.Type.NUMBER, text, 0);
        if (!nanos.isEmpty()) {
            Literal literal = Literal.of(token);
            assertThat(literal.kind()).isEqualTo(Kind.NANOS);
            assertThat(literal.number()).isCloseTo(Double.parseDouble(nanos), within(0.5));
        } else if (text.endsWith("M")) {
            assertThat(Literal.of(token).kind()).isEqualTo(Kind.BYTES);
        } else if (text.endsWith("h")) {
            // There is no longest one in a comparison.
            assertThat(Literal.of(token).kind()).isEqualTo(Kind.NANOS);
        } else {
            assertThatThrownBy(() -> Literal.of(token)).isInstanceOf(QueryException.class);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "42, COUNT, 42",
        "5%, RATIO, 0.05",
        "64KB, BYTES, 65536",
        "64k, BYTES, 65536",
        "1.5G, BYTES, 1610612736",
        "7B, BYTES, 7",
        "2t, BYTES, 2199023255552",
        "64m, NANOS, 3840000000000",
        "13:05:10, TIME, 47110000000000"
    })
    void aNumberIsOfTheKindOfItsUnit(String text, Kind kind, double number) {
        Literal literal = Literal.of(new Token(Token.Type.NUMBER, text, 0));
        assertThat(literal.kind()).isEqualTo(kind);
        assertThat(literal.number()).isEqualTo(number);
    }
}
