package dev.loomweight.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class GlobTest {

    private static final Duration FOR_EVER = Duration.ofMinutes(2);

    @Test
    void manyStarsEnd() {
        String glob = "*a".repeat(1000) + "*b";
        String text = "a".repeat(50_000);

        assertThat(assertTimeoutPreemptively(FOR_EVER, () -> Glob.ofStars(glob).matches(text)))
                .isFalse();
        assertThat(assertTimeoutPreemptively(FOR_EVER, () -> Glob.ofStars(glob).matches(text + "b")))
                .isTrue();
    }

    @Test
    void matchesWhatTheExpressionMatchesThatItStandsFor() {
        Random random = new Random(7);
        int matching = 0;
        for (int i = 0; i < 100_000; i++) {
            String glob = random(random, "ab*?");
            String text = random(random, "ab");
            boolean stars = Pattern.matches(glob.replace("?", "\\?").replace("*", ".*"), text);
            boolean both = Pattern.matches(glob.replace("?", ".").replace("*", ".*"), text);

            assertThat(Glob.ofStars(glob).matches(text)).as("%s %s", glob, text).isEqualTo(stars);
            assertThat(Glob.of(glob).matches(text)).as("%s %s", glob, text).isEqualTo(both);
            matching += both ? 1 : 0;
        }
        assertThat(matching).isBetween(5_000, 95_000);
    }

    private static String random(Random random, String signs) {
        StringBuilder text = new StringBuilder();
        for (int left = random.nextInt(7); left > 0; left--) {
            text.append(signs.charAt(random.nextInt(signs.length())));
        }
        return text.toString();
    }

    @Test
    void whatHasNoMeaningIsItself() {
        assertThat(Glob.ofStars("a?b").matches("a?b")).isTrue();
        assertThat(Glob.ofStars("a?b").isPattern()).isFalse();
        assertThat(Glob.of("a?b").isPattern()).isTrue();
        assertThat(Glob.of("*X?").lowerCase().matches("axy")).isTrue();
        assertThat(Glob.of(".").matches("a")).isFalse();
        assertThat(Glob.of("")).hasToString("").matches(glob -> glob.matches(""));
    }
}
