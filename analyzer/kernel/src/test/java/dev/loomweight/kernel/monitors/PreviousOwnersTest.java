package dev.loomweight.kernel.monitors;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loomweight.sample.ThreadRef;
import org.junit.jupiter.api.Test;

class PreviousOwnersTest {

    @Test
    void theLongestWaitsAreNamedFirst() {
        PreviousOwners owners = of(0, 5);

        assertThat(owners.words()).isEqualTo("t4, t3, t2 and 2 more");
        assertThat(of(0, 1).words()).isEqualTo("t0");
        assertThat(new PreviousOwners().isEmpty()).isTrue();
    }

    @Test
    void ofTooManyItIsOnlyKnownThatThereAreMore() {
        PreviousOwners whole = of(0, 65);
        PreviousOwners parts = of(40, 65);
        parts.addAll(of(0, 40));
        PreviousOwners few = of(0, 40);
        few.addAll(of(40, 64));

        assertThat(whole.words()).isEqualTo("more than 64 threads");
        assertThat(parts.words()).isEqualTo(whole.words());
        assertThat(few.words()).isEqualTo("t63, t62, t61 and 61 more");
        few.addAll(parts);
        assertThat(few.words()).isEqualTo(whole.words());
        assertThat(few.isEmpty()).isFalse();
    }

    @Test
    void virtualThreadsWithoutNameAreOne() {
        assertThat(PreviousOwners.nameOf(new ThreadRef(7, "", 0, true)))
                .isEqualTo(PreviousOwners.nameOf(new ThreadRef(8, "", 0, true)));
        assertThat(PreviousOwners.nameOf(new ThreadRef(7, "", 3, false))).isEqualTo("thread 7");
        assertThat(PreviousOwners.nameOf(null)).isNull();
    }

    private static PreviousOwners of(int from, int to) {
        PreviousOwners owners = new PreviousOwners();
        for (int i = from; i < to; i++) {
            owners.add("t" + i, 10 + i);
        }
        return owners;
    }
}
