package dev.loomweight.match;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NearestTest {

    private static final List<String> KNOWN = List.of("pins", "pinned-time", "rss", "rss-growth");

    @Test
    void aWordThatIsAlmostRightIsSuggested() {
        assertThat(Nearest.of("pinss", KNOWN)).contains("pins");
        assertThat(Nearest.of("Pinned-Tme", KNOWN)).contains("pinned-time");
        assertThat(Nearest.of("rss_growth", KNOWN)).contains("rss-growth");
        assertThat(Nearest.hint("rs", List.of("rss"))).isEqualTo("; did you mean rss?");
    }

    @Test
    void twoLettersThatAreSwappedAreOneMistake() {
        assertThat(Nearest.of("--hlep", List.of("--heap", "--help"))).contains("--help");
        assertThat(Nearest.of("rs-sgrowth", KNOWN)).contains("rss-growth");
        assertThat(Nearest.of("ipns", KNOWN)).contains("pins");
        assertThat(Nearest.of("npis", List.of("pins"))).isEmpty();
    }

    @Test
    void anotherWordIsNot() {
        assertThat(Nearest.of("heap", KNOWN)).isEmpty();
        assertThat(Nearest.of("", KNOWN)).isEmpty();
        assertThat(Nearest.hint("heap", KNOWN)).isEmpty();
    }
}
