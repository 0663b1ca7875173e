package dev.loomweight.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.Releases.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** In which JDKs something pins. */
class ReleasesTest {

    private static Releases of(Answer until23, Answer until25, Answer from26) {
        return new Releases(until23, until25, from26);
    }

    @ParameterizedTest
    @CsvSource({
        "NO, NO, NO, none",
        "YES, NO, NO, 21-23",
        "NO, YES, NO, 24-25",
        "NO, NO, YES, 26+",
        "YES, YES, NO, 21-25",
        "NO, YES, YES, 24+",
        "YES, YES, YES, 21+",
        "YES, NO, YES, '21-23, 26+'",
        "UNKNOWN, UNKNOWN, UNKNOWN, unknown",
        "UNKNOWN, NO, NO, unknown on 21-23",
        "NO, UNKNOWN, UNKNOWN, unknown on 24+",
        "YES, UNKNOWN, UNKNOWN, '21-23, unknown on 24+'",
        "YES, YES, UNKNOWN, '21-25, unknown on 26+'",
        "UNKNOWN, YES, UNKNOWN, '24-25, unknown on 21-23, 26+'"
    })
    void rangesAreWords(Answer until23, Answer until25, Answer from26, String words) {
        assertThat(of(until23, until25, from26).words()).isEqualTo(words);
    }

    @ParameterizedTest
    @CsvSource({
        "NO, NO, NO",
        "NO, UNKNOWN, UNKNOWN",
        "UNKNOWN, UNKNOWN, UNKNOWN",
        "NO, YES, YES",
        "UNKNOWN, YES, YES",
        "YES, YES, YES"
    })
    void oneOfTwoPinsWhereEitherDoes(Answer one, Answer other, Answer either) {
        Releases no = Releases.NONE;
        assertThat(of(one, Answer.NO, Answer.NO).or(of(other, Answer.NO, Answer.NO)))
                .isEqualTo(of(either, Answer.NO, Answer.NO));
        assertThat(of(Answer.NO, other, Answer.NO).or(of(Answer.NO, one, Answer.NO)))
                .isEqualTo(of(Answer.NO, either, Answer.NO));
        assertThat(of(Answer.NO, Answer.NO, one).or(of(Answer.NO, Answer.NO, other)))
                .isEqualTo(of(Answer.NO, Answer.NO, either));
        assertThat(no.or(no)).isEqualTo(no);
    }

    @Test
    void eachPartCounts() {
        assertThat(Releases.ALL)
                .isEqualTo(of(Answer.YES, Answer.YES, Answer.YES))
                .hasSameHashCodeAs(of(Answer.YES, Answer.YES, Answer.YES))
                .isNotEqualTo(of(Answer.NO, Answer.YES, Answer.YES))
                .isNotEqualTo(of(Answer.YES, Answer.NO, Answer.YES))
                .isNotEqualTo(of(Answer.YES, Answer.YES, Answer.NO))
                .isNotEqualTo("21+");
        assertThat(Releases.ALL).doesNotHaveSameHashCodeAs(Releases.NONE);
        assertThat(Releases.UNTIL_25.on24()).isEqualTo(Answer.YES);
        assertThat(Releases.UNTIL_23.on24()).isEqualTo(Answer.NO);
        assertThat(Answer.UNKNOWN.word()).isEqualTo("unknown");
    }
}
