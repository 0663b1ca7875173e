package dev.loomweight.kernel.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.jvm.CauseKind;
import dev.loomweight.jvm.Releases;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReleasesTest {

    private static final List<Releases> KNOWN = List.of(
            Releases.NONE,
            Releases.UNTIL_23,
            Releases.UNTIL_25,
            Releases.AT_LEAST_UNTIL_25,
            Releases.ALL,
            Releases.UNKNOWN);

    @Test
    void areRangesInWords() {
        assertThat(KNOWN.stream().map(Releases::words))
                .containsExactly("none", "21-23", "21-25", "21-25, unknown on 26+", "21+", "unknown");
        assertThat(Releases.UNTIL_23.or(Releases.UNKNOWN).words()).isEqualTo("21-23, unknown on 24+");
        assertThat(new Releases(Releases.Answer.NO, Releases.Answer.YES, Releases.Answer.YES).words())
                .isEqualTo("24+");
        assertThat(new Releases(Releases.Answer.YES, Releases.Answer.NO, Releases.Answer.YES).words())
                .isEqualTo("21-23, 26+");
        assertThat(new Releases(Releases.Answer.NO, Releases.Answer.UNKNOWN, Releases.Answer.NO).words())
                .isEqualTo("unknown on 24-25");
    }

    @Test
    void togetherPinWhereOneDoes() {
        assertThat(Releases.UNTIL_23.or(Releases.UNTIL_25)).isEqualTo(Releases.UNTIL_25);
        assertThat(Releases.UNKNOWN.or(Releases.ALL)).isEqualTo(Releases.ALL);
        for (Releases one : KNOWN) {
            assertThat(one.or(Releases.NONE)).isEqualTo(one);
            assertThat(one.or(one)).isEqualTo(one);
            for (Releases other : KNOWN) {
                assertThat(one.or(other)).isEqualTo(other.or(one));
            }
        }
    }

    @Test
    void everyKindOfCauseIsOfOneOfTheRules() {
        for (CauseKind kind : CauseKind.values()) {
            assertThat(kind.releases()).as("%s", kind).isIn(KNOWN).isNotEqualTo(Releases.NONE);
        }
    }
}
