package dev.loomweight.match;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.loomweight.match.Regex.RegexSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RegexTest {

    /** Only what does not end at all is beyond this. */
    private static final Duration FOR_EVER = Duration.ofMinutes(2);

    @ParameterizedTest
    @ValueSource(strings = {"(.*a){15}b", "(a+)+b", "(a|a)*b", "(a|aa)+b", "^(a?){30}a{30}b", "(.*)*b"})
    void whatBacktracksForEverElsewhereEnds(String expression) {
        String text = "a".repeat(100_000);

        assertThat(assertTimeoutPreemptively(
                        FOR_EVER, () -> Regex.of(expression).isFoundIn(text)))
                .isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "acme, com.acme.Shop, true",
        "^acme, com.acme.Shop, false",
        "'Shop\\.(add|remove)$', com.acme.Shop.add, true",
        "'(?i)SHOP', com.acme.Shop, true",
        "SHOP, com.acme.Shop, false",
        "'\\d{2,3}', worker-7, false",
        "'\\d{2,3}', worker-77, true",
        "'\\Qa.b\\E', a.b, true",
        "'\\Qa.b\\E', axb, false",
        "'[^)]{2}', '))ab', true",
        "ö, größer, true"
    })
    void findsWhatJavaFinds(String expression, String text, boolean found) {
        assertThat(Regex.of(expression).isFoundIn(text))
                .isEqualTo(found)
                .isEqualTo(java.util.regex.Pattern.compile(expression)
                        .matcher(text)
                        .find());
    }

    @ParameterizedTest
    @CsvSource({
        "'(', 'missing closing )'",
        "'(a)\\1', 'no backreferences'",
        "'(?=a)b', 'no look-around'",
        "'(?<!a)b', 'invalid'",
        "'a**', '**'",
        "'((a{100}){100}){100}', 'more than 2000 parts'",
        "'(((((a{0,9}){0,9}){0,9}){0,9}){0,9}){0,9}', 'more than 2000 parts'",
        "'a{1001}', 'a'",
        "'(\\Q)\\Ea{999}){999}', 'more than 2000 parts'"
    })
    void whatIsRefusedSaysWhyInOneLine(String expression, String part) {
        assertThatThrownBy(() -> Regex.of(expression))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("invalid regular expression: ")
                .hasMessageContaining(part)
                .message()
                .doesNotContain("\n");
    }

    @Test
    void noExpressionIsNestedSoDeepThatItEndsTheProgram() {
        List<String> attacks = List.of(
                "(".repeat(50_000) + "a" + ")".repeat(50_000),
                "a*".repeat(20_000),
                "(?:".repeat(100_000),
                "a|".repeat(100_000),
                "[".repeat(100_000),
                "\\".repeat(99_999));
        for (String attack : attacks) {
            assertThatThrownBy(() -> Regex.of(attack))
                    .as(attack.substring(0, 4))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("at most 1000 are allowed");
        }
        for (String attack : attacks) {
            // As long as is allowed: compiled or refused, and nothing else.
            for (int length = Regex.MAX_CHARACTERS - 3; length <= Regex.MAX_CHARACTERS; length++) {
                compileOrRefuse(attack.substring(0, length));
            }
        }
        compileOrRefuse("(".repeat(333) + "a" + ")*".repeat(333));
        compileOrRefuse("((((((((((a*)*)*)*)*)*)*)*)*)*)*");
    }

    private static void compileOrRefuse(String expression) {
        try {
            assertThat(Regex.of(expression).isFoundIn("b".repeat(1000))).isIn(true, false);
        } catch (IllegalArgumentException e) {
            assertThat(e).hasMessageStartingWith("invalid regular expression: ");
        }
    }

    @Test
    void countsAreWrittenOutToKnowTheSize() {
        assertThat(RegexSize.of("abc")).isEqualTo(3);
        assertThat(RegexSize.of("(ab{3}){10}")).isEqualTo(50);
        assertThat(RegexSize.of("[a-z{9}]{4,7}")).isEqualTo(7);
        assertThat(RegexSize.of("\\d{3}x{y}")).isEqualTo(7);
        assertThat(RegexSize.of("a{99999999999999999999}")).isGreaterThan(Regex.MAX_PARTS);
    }

    @Test
    void wordsAreTakenAsTheyAre() {
        Regex words = Regex.words("(A.c");

        assertThat(words.isFoundIn("x(a.C")).isTrue();
        assertThat(words.isFoundIn("x(abC")).isFalse();
        assertThat(words).hasToString("(A.c");
    }

    @Test
    void allMatchesAreHandedOver() {
        List<String> found = new ArrayList<>();
        Regex.ignoringCase("b+").forEachIn("abBcb", (start, end) -> found.add(start + "-" + end));

        assertThat(found).containsExactly("1-3", "4-5");
    }
}
